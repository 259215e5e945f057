// SPDX-License-Identifier: Apache-2.0
#include "harness/report/escape.hpp"
#include "harness/report/text_sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string_view>

namespace warpgrade::report {
namespace {

constexpr std::string_view kRed = "\x1b[1;31m";
constexpr std::string_view kGreen = "\x1b[1;32m";
constexpr std::string_view kYellow = "\x1b[1;33m";
constexpr std::string_view kPlain = "\x1b[0m";

constexpr std::size_t kOutputLines = 8;

std::string_view color_of(Outcome outcome) {
  constexpr int learners_fault = 1;
  if (outcome == Outcome::passed) return kGreen;
  return exit_code(outcome) == learners_fault ? kRed : kYellow;
}

std::string title_line(const Report& report) {
  std::string line = escape_line(std::filesystem::path{report.submission_file}.filename().string());
  if (!report.exercise_title.empty()) line += " · " + report.exercise_title;
  if (!report.device.name.empty()) {
    line += fmt::format(" · {} {}", report.device.kind, report.device.name);
  }
  return line;
}

std::string cases_text(const Correctness& c) {
  if (c.cases_run == 0) return "";
  if (c.cases_failed == 0) return fmt::format("   {0} of {0} cases pass", c.cases_run);
  return fmt::format("   {} of {} cases fail", c.cases_failed, c.cases_run);
}

bool same_words(std::string_view a, std::string_view b) {
  return std::ranges::equal(
      a, b, {}, [](unsigned char c) { return std::tolower(c); },
      [](unsigned char c) { return std::tolower(c); });
}

// The headline says it already, or the diagnosis will, in its own row.
bool says_more(const Report& report) {
  const auto& diagnosis = report.correctness.diagnosis;
  return !report.summary.empty() && !same_words(report.summary, outcome_headline(report.outcome)) &&
         !(diagnosis && report.summary == diagnosis->sentence);
}

void add_paragraph(Section& section, std::string_view text) {
  constexpr std::size_t width = 98;
  constexpr std::size_t most = 600;
  for (const auto& line : wrapped(escape_line(text, most), width))
    section.lines.push_back("  " + line);
}

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

}  // namespace

Section verdict_section(const Report& report, const Style& style) {
  Section section{"the verdict", {title_line(report), ""}, 3, 100};
  const auto color = style.colors ? color_of(report.outcome) : "";
  section.lines.push_back(fmt::format("  {}{}{}{}", color, outcome_headline(report.outcome),
                                      style.colors ? kPlain : "", cases_text(report.correctness)));
  if (says_more(report)) add_paragraph(section, report.summary);
  section.keep = section.lines.size();
  return section;
}

Section details_section(const Report& report) {
  Section section{"details", {}, 4, 40};
  for (const auto& detail : report.details) add_paragraph(section, detail);
  return section;
}

Section output_section(const Report& report) {
  Section section{"what it printed", {}, 0, 10};
  for (const auto line : split_lines(report.submission_output)) {
    const auto* const label = section.lines.empty() ? "it printed" : "";
    section.lines.push_back(row(label, escape_line(line, 74)));
  }
  if (section.lines.size() > kOutputLines) {
    section.lines.resize(kOutputLines);
    section.lines.push_back(row("", "..."));
  }
  return section;
}

Section next_section(const Report& report) {
  Section section{"what to do next", {}, 0, 90};
  if (!report.hint.empty()) append(section, "try", escape_line(report.hint, 400));
  if (!report.again.empty()) section.lines.push_back(row("again", escape_line(report.again)));
  if (report.wall_seconds > 0) {
    auto text = seconds_text(report.wall_seconds);
    if (report.correctness.search_seconds > 0) {
      text += fmt::format(", {} of it in search of the smallest case",
                          seconds_text(report.correctness.search_seconds));
    }
    section.lines.push_back(row("graded in", text));
  }
  section.keep = section.lines.size();
  return section;
}

}  // namespace warpgrade::report
