// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/conclusion.hpp"

#include "harness/grading/diagnose/hints.hpp"
#include "harness/grading/outcome_hints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace warpgrade::grading {
namespace {

constexpr std::size_t kMostFindings = 50;
constexpr std::size_t kMostPrinted = 4096;

bool same_place(const Finding& a, const Finding& b) {
  return a.kind == b.kind && a.severity == b.severity && a.where == b.where && a.other == b.other &&
         a.kernel == b.kernel;
}

void add_findings(const CaseResult& result, std::vector<Finding>& findings) {
  for (const auto& finding : result.run.evidence.findings) {
    const auto known = [&](const Finding& other) { return same_place(finding, other); };
    if (findings.size() < kMostFindings && std::ranges::none_of(findings, known)) {
      findings.push_back(finding);
    }
  }
}

/// Each place once, as the most telling case saw it.
std::vector<Finding> findings_of(const Ladder& ladder, std::int64_t tile) {
  std::vector<Finding> findings;
  for (const auto* result : most_telling(ladder.results, tile)) add_findings(*result, findings);
  for (const auto& result : ladder.results) add_findings(result, findings);
  std::ranges::stable_sort(findings, {}, &Finding::severity);
  return findings;
}

std::string printed_by(const Ladder& ladder) {
  for (const auto& result : ladder.results) {
    const auto text = result.run.printed + result.run.evidence.device_text;
    if (!text.empty()) return text.substr(0, kMostPrinted);
  }
  return "";
}

/// "14 cases: launch_failed; 8 cases: wrong_output", where cases fail in more than one way.
std::string kinds_text(const Ladder& ladder) {
  std::map<Outcome, int> kinds;
  for (const auto& result : ladder.results) {
    if (!result.passed()) ++kinds[result.ruling.outcome];
  }
  if (kinds.size() < 2) return "";
  std::string text;
  for (const auto& [outcome, count] : kinds) {
    text += fmt::format("{}{} case{}: {}", text.empty() ? "" : "; ", count, count == 1 ? "" : "s",
                        outcome_name(outcome));
  }
  return text;
}

std::uint64_t leaked_by(const Ladder& ladder) {
  return ladder.results.empty() ? 0 : ladder.results.back().run.evidence.allocated_bytes;
}

bool has_reset(const CaseResult& result) { return result.run.evidence.device_reset; }

/// The ruling in words; that every cell is right is only said if it is so in every case.
std::string reason_of(const Conclusion& conclusion) {
  const auto has_wrong_cells = [](const CaseResult& result) { return result.comparison.wrong > 0; };
  const bool some_wrong = std::ranges::any_of(conclusion.ladder.results, has_wrong_cells);
  return some_wrong ? conclusion.ruling.reason : judge::told(conclusion.ruling);
}

std::vector<std::string> details_of(const Conclusion& conclusion, const std::string& summary) {
  const auto& ladder = conclusion.ladder;
  std::vector<std::string> details;
  const auto add = [&](std::string line) {
    if (!line.empty() && line != summary) details.push_back(std::move(line));
  };
  add(reason_of(conclusion));
  add(kinds_text(ladder));
  if (ladder.not_run > 0) {
    add(fmt::format("the ladder was stopped: {}; {} case{} not run", ladder.stopped, ladder.not_run,
                    ladder.not_run == 1 ? " was" : "s were"));
  }
  if (std::ranges::any_of(ladder.results, &CaseResult::differs)) {
    add("a second run in a fresh process came out otherwise");
  }
  if (const auto bytes = leaked_by(ladder); bytes > 0) {
    add(fmt::format("{} bytes of device memory that solve() allocated were never freed", bytes));
  }
  if (std::ranges::any_of(ladder.results, has_reset)) {
    add("solve() resets the device: elsewhere that frees the caller's buffers too");
  }
  for (const auto& sampled : ladder.sampled) add(sampled_text(sampled));
  for (const auto& note : ladder.notes) add(note);
  for (const auto& why : conclusion.speed.why) add(why);
  return details;
}

/// Whether the sentence on the wrong cells says more than the ruling's reason.
bool cells_say_it(Outcome outcome, const std::optional<Diagnosis>& diagnosis) {
  if (!diagnosis) return false;
  if (outcome == Outcome::wrong_output) return true;
  return outcome == Outcome::out_of_bounds &&
         diagnosis->pattern != diagnose::pattern_name(diagnose::Pattern::none);
}

std::string hint_for(const judge::Ruling& ruling, const Correctness& correctness) {
  if (!ruling.hint.empty()) return ruling.hint;
  const auto outcome = ruling.outcome;
  if (outcome != Outcome::wrong_output) return std::string{outcome_hint(outcome)};
  return std::string{diagnose::pattern_hint(
      diagnose::pattern_of_name(correctness.diagnosis ? correctness.diagnosis->pattern : "none"))};
}

std::string again_for(const GradeRequest& request, const Correctness& correctness) {
  if (!correctness.smallest_failing_case) return "";
  return fmt::format("warpgrade grade {} --case {}", request.submission_name,
                     shape_text(correctness.smallest_failing_case->input, "x"));
}

}  // namespace

judge::Ruling worst_ruling(std::span<const CaseResult> results, std::int64_t tile) {
  judge::Ruling worst{Outcome::passed, ""};
  const auto take = [&](const judge::Ruling& ruling) {
    if (ruling.outcome < worst.outcome) worst = ruling;
  };
  for (const auto* result : most_telling(results, tile)) take(result->ruling);
  for (const auto& result : results) take(result.ruling);
  return worst;
}

void write_conclusion(const Conclusion& conclusion, Report& report) {
  const auto& [request, ladder, speed, ruling] = conclusion;
  auto& correctness = report.correctness;
  report.outcome = ruling.outcome;
  report.summary = cells_say_it(ruling.outcome, correctness.diagnosis)
                       ? correctness.diagnosis->sentence
                       : reason_of(conclusion);
  report.details = details_of(conclusion, report.summary);
  report.hint = hint_for(ruling, correctness);
  report.again = again_for(request, correctness);
  report.findings = findings_of(ladder, request.exercise->tile);
  report.submission_output = printed_by(ladder);
}

}  // namespace warpgrade::grading
