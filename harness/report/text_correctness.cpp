// SPDX-License-Identifier: Apache-2.0
#include "harness/core/poison.hpp"
#include "harness/report/escape.hpp"
#include "harness/report/text_sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace warpgrade::report {
namespace {

constexpr std::size_t kPictureRows = 20;
constexpr std::size_t kFindings = 6;

// What is found before a thread of the kernel runs.
constexpr std::array kBeforeThreads{
    FindingKind::launch_refused, FindingKind::api_error, FindingKind::static_shared_limit,
    FindingKind::unsupported_instruction, FindingKind::unsupported_call};

std::string how_sure(const SmallestCase& smallest) {
  const auto tried = smallest.smaller_shapes_tried;
  if (!smallest.proved_smallest) {
    return fmt::format("({} smaller shapes pass; there may be a smaller one that fails)", tried);
  }
  if (tried == 0) return "(there is no smaller shape)";
  if (tried == 1) return "(the one smaller shape passes)";
  return fmt::format("(all {} smaller shapes pass)", tried);
}

// What the cell holds, in the words of design 6.
std::string got_text(const WrongCell& cell, ElementType type) {
  switch (cell.holds) {
    case Holds::unwritten:
      return "never written";
    case Holds::unset:
      return "unset tile cell";
    case Holds::input:
      return fmt::format("{} = input ({}, {})", value_text(cell.got, type), cell.from_row,
                         cell.from_col);
    case Holds::other:
      break;
  }
  return cell.got == kRefusedLoad ? "what a read out of bounds gave" : value_text(cell.got, type);
}

std::string place(const WrongCell& cell) { return fmt::format("({}, {})", cell.row, cell.col); }

std::string cell_row(std::string_view where, std::string_view expected, std::string_view got) {
  return row("", fmt::format("{:<20}{:<16}{}", where, expected, got));
}

std::string coordinates(const Dim3& d) { return fmt::format("({}, {}, {})", d.x, d.y, d.z); }

std::string finding_place(const Finding& finding) {
  if (finding.kernel.empty()) return "";
  auto text = escape_line(finding.kernel, 60);
  if (std::ranges::find(kBeforeThreads, finding.kind) == kBeforeThreads.end()) {
    text += fmt::format(", block {}, thread {}", coordinates(finding.block),
                        coordinates(finding.thread));
  }
  if (finding.other.line > 0) text += fmt::format("; the other side: line {}", finding.other.line);
  if (finding.count > 1) text += fmt::format("; {} times", grouped(finding.count));
  return text;
}

void add_finding(Section& section, const Finding& finding) {
  std::string text;
  if (finding.where.line > 0) {
    text = fmt::format("{}:{}: ", escape_line(finding.where.file), finding.where.line);
  }
  text += escape_line(finding.message, 240);
  append(section, severity_name(finding.severity), text);
  if (const auto where = finding_place(finding); !where.empty()) append(section, "", where);
}

}  // namespace

Section correctness_section(const Report& report) {
  const auto& c = report.correctness;
  Section section{"the failing cases", {}, 0, 80};
  if (c.smallest_failing_case) {
    section.lines.push_back(row("smallest failing case",
                                fmt::format("{}   {}", shape_text(c.smallest_failing_case->input),
                                            how_sure(*c.smallest_failing_case))));
  }
  if (c.smallest_same_pattern &&
      !(c.smallest_failing_case && *c.smallest_same_pattern == c.smallest_failing_case->input)) {
    section.lines.push_back(
        row("smallest like the rest",
            fmt::format("{}   (alone: --case {})", shape_text(*c.smallest_same_pattern),
                        shape_text(*c.smallest_same_pattern, "x"))));
  }
  if (!c.rule.empty()) section.lines.push_back(row("the rule", c.rule));
  if (c.diagnosis) {
    append(section, "what they share", escape_line(c.diagnosis->sentence, 400));
  }
  section.keep = section.lines.size();
  return section;
}

Section cells_section(const Report& report) {
  const auto& c = report.correctness;
  Section section{"the wrong cells", {}, 3, 60};
  if (c.first_wrong_cells.empty()) return section;
  std::string of;
  if (c.diagnosis) {
    const bool is_input = report.sizes == transpose_signature().sizes;
    of = fmt::format("{} wrong of {} {}", grouped(c.wrong_cells), is_input ? "input" : "case",
                     shape_text(c.diagnosis->input));
  }
  section.lines.push_back(row("first wrong cells", of));
  section.lines.push_back(cell_row("output (row, col)", "expected", "got"));
  for (const auto& cell : c.first_wrong_cells) {
    section.lines.push_back(
        cell_row(place(cell), value_text(cell.expected, c.element), got_text(cell, c.element)));
  }
  return section;
}

Section picture_section(const Report& report) {
  Section section{"the picture", {}, 2, 20};
  const auto& picture = report.correctness.picture;
  if (picture.empty()) return section;
  section.lines.push_back(
      row("the picture", "one character a tile: # wrong, o never written, . right"));
  for (std::size_t i = 0; i < std::min(picture.size(), kPictureRows); ++i) {
    section.lines.push_back(row("", picture[i]));
  }
  if (picture.size() > kPictureRows) {
    section.lines.push_back(
        row("", fmt::format("... {} rows more", picture.size() - kPictureRows)));
  }
  return section;
}

Section findings_section(const Report& report) {
  Section section{"findings", {}, 2, 50};
  for (std::size_t i = 0; i < std::min(report.findings.size(), kFindings); ++i) {
    add_finding(section, report.findings[i]);
  }
  if (report.findings.size() > kFindings) {
    section.lines.push_back(
        row("", fmt::format("... {} findings more", report.findings.size() - kFindings)));
  }
  return section;
}

}  // namespace warpgrade::report
