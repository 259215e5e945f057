// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/history.hpp"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <ctime>
#include <fstream>
#include <system_error>

namespace warpgrade::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kFields = 7;
constexpr std::string_view kNone = "-";

// Outcomes of submissions whose every value is right.
constexpr std::array kRight{Outcome::passed, Outcome::goal_missed, Outcome::no_faster_than_naive};

/// Fit for one field of a line.
std::string field(std::string text) {
  std::ranges::replace_if(
      text, [](unsigned char c) { return c < ' ' || c == 0x7f; }, ' ');
  return text.empty() ? std::string{kNone} : text;
}

std::string line_of(const PastGrading& g) {
  const auto ratio = g.ratio_to_copy ? fmt::format("{:.4f}", *g.ratio_to_copy) : std::string{kNone};
  return fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\n", field(g.time), field(g.exercise),
                     field(g.sha256), outcome_name(g.outcome), field(g.basis), field(g.card),
                     ratio);
}

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> fields(1);
  for (const char c : line) {
    if (c == '\t') {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  return fields;
}

/// A ratio above zero, or nothing where the text is `-`. False if it is neither.
bool read_ratio(const std::string& text, std::optional<double>& ratio) {
  if (text == kNone) return true;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return false;
  if (!std::isfinite(value) || value <= 0) return false;
  ratio = value;
  return true;
}

std::optional<PastGrading> read_line(const std::string& line) {
  const auto fields = split(line);
  if (fields.size() != kFields || std::ranges::any_of(fields, &std::string::empty)) return {};
  const auto outcome = outcome_of_name(fields[3]);
  if (!outcome) return {};
  PastGrading g{fields[0], fields[1], fields[2], *outcome, fields[4], fields[5], {}};
  if (!read_ratio(fields[6], g.ratio_to_copy)) return {};
  return g;
}

/// Whether the file's last line was cut off: what follows must not be glued to it.
bool ends_inside_a_line(int file) {
  char last = '\n';
  const auto size = lseek(file, 0, SEEK_END);
  return size > 0 && pread(file, &last, 1, size - 1) == 1 && last != '\n';
}

}  // namespace

fs::path history_file(const fs::path& state) { return state / "history.tsv"; }

std::string utc_now() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

PastGrading past_grading(const Report& report, std::string time) {
  PastGrading g{std::move(time),
                report.exercise,
                report.submission_sha256,
                report.outcome,
                std::string{kNone},
                report.device.card,
                {}};
  if (!report.timing) return g;
  const bool modelled = report.timing->basis == Basis::modelled;
  g.basis = modelled ? "modelled" : "measured";
  if (!modelled) g.card = report.device.name;
  g.ratio_to_copy = report.timing->ratio_to_copy;
  return g;
}

bool append_history(const fs::path& state, const PastGrading& grading) {
  if (state.empty()) return false;
  std::error_code failed;
  fs::create_directories(state, failed);
  constexpr mode_t mode = 0600;
  const int file = open(history_file(state).c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, mode);
  if (file < 0) return false;
  const auto line = (ends_inside_a_line(file) ? "\n" : "") + line_of(grading);
  const auto written = write(file, line.data(), line.size());
  const bool closed = close(file) == 0;
  return closed && written == static_cast<ssize_t>(line.size());
}

History read_history(const fs::path& state) {
  History history;
  if (state.empty()) return history;
  std::ifstream in{history_file(state), std::ios::binary};
  for (std::string line; std::getline(in, line);) {
    if (line.empty()) continue;
    if (auto grading = read_line(line)) {
      history.gradings.push_back(*std::move(grading));
    } else {
      ++history.unreadable;
    }
  }
  return history;
}

std::optional<double> best_ratio(const History& history, std::string_view exercise,
                                 std::string_view basis, std::string_view card) {
  std::optional<double> best;
  for (const auto& g : history.gradings) {
    if (g.exercise != exercise || g.basis != basis || g.card != card || !g.ratio_to_copy) continue;
    if (std::ranges::find(kRight, g.outcome) == kRight.end()) continue;
    best = std::min(best.value_or(*g.ratio_to_copy), *g.ratio_to_copy);
  }
  return best;
}

History recall(const fs::path& state) {
  auto history = read_history(state);
  if (history.unreadable > 0) {
    fmt::print(stderr, "warpgrade: {}: {} lines cannot be read and are skipped\n",
               history_file(state).string(), history.unreadable);
  }
  return history;
}

void remember(const fs::path& state, Report& report) {
  if (report.outcome == Outcome::harness_failed) return;
  const auto history = recall(state);
  const auto grading = past_grading(report, utc_now());
  report.best_ratio_before = best_ratio(history, grading.exercise, grading.basis, grading.card);
  if (!append_history(state, grading)) {
    fmt::print(stderr, "warpgrade: this grading cannot be remembered in {}\n",
               state.empty() ? "a state folder: there is no home" : history_file(state).string());
  }
}

}  // namespace warpgrade::cli
