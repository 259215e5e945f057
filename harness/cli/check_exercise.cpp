// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/check_exercise.hpp"

#include "harness/exercise/mistakes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

namespace warpgrade::cli {
namespace {

constexpr double kMargin = 1.03;

CheckResult check_starter(const exercise::Exercise& exercise, const Report& report) {
  const bool good = report.outcome == exercise.starter_outcome;
  const auto got = outcome_name(report.outcome);
  return {good, "starter",
          good ? fmt::format("{}, as declared", got)
               : fmt::format("is {}, declared is {}: {}", got,
                             outcome_name(exercise.starter_outcome), report.summary)};
}

/// A goal that is met, but hardly.
std::optional<GoalReport> close_goal(const Report& report) {
  for (const auto& goal : report.goals) {
    const auto apart = std::max(goal.value / goal.limit, goal.limit / goal.value);
    if (!goal.exact && goal.value > 0 && goal.limit > 0 && apart < kMargin) return goal;
  }
  return std::nullopt;
}

CheckResult check_solution(const Report& report) {
  if (report.outcome != Outcome::passed) {
    return {false, "solution",
            fmt::format("is {}: {}", outcome_name(report.outcome), report.summary)};
  }
  if (const auto close = close_goal(report)) {
    return {false, "solution",
            fmt::format("passes, but {} is {:.3f} where {:.3f} is asked for: noise could turn it",
                        close->name, close->value, close->limit)};
  }
  return {true, "solution", report.summary};
}

/// Everything that the report says of the file, less the hint, which is the same for many.
std::string said(const Report& report) {
  auto text = report.summary + '\n';
  for (const auto& detail : report.details) text += detail + '\n';
  for (const auto& finding : report.findings) text += finding.message + '\n';
  if (const auto& diagnosis = report.correctness.diagnosis) text += diagnosis->sentence;
  return text;
}

std::string case_text(const std::optional<Shape>& shape) {
  return shape ? shape_text(*shape) : "none";
}

/// What is not as the table says; empty if all is.
std::string difference(const exercise::Mistake& mistake, const Report& report) {
  if (std::ranges::count(mistake.accepted, report.outcome) == 0) {
    return fmt::format("is {}, expected is {}", outcome_name(report.outcome),
                       outcome_name(mistake.outcome));
  }
  // Another outcome that is right has another case and sentence.
  if (report.outcome != mistake.outcome) return {};
  std::optional<Shape> smallest;
  if (report.correctness.smallest_failing_case)
    smallest = report.correctness.smallest_failing_case->input;
  if (smallest != mistake.smallest) {
    return fmt::format("fails from {}, expected is {}", case_text(smallest),
                       case_text(mistake.smallest));
  }
  const auto& diagnosis = report.correctness.diagnosis;
  const auto pattern = diagnosis ? diagnosis->pattern : "none";
  if (pattern != mistake.pattern) {
    return fmt::format("its pattern is {}, expected is {}", pattern, mistake.pattern);
  }
  if (mistake.words != "-" && said(report).find(mistake.words) == std::string::npos) {
    return fmt::format("the report does not say \"{}\": {}", mistake.words, report.summary);
  }
  return {};
}

CheckResult check_mistake(const exercise::Mistake& mistake, const Report& report) {
  auto wrong = difference(mistake, report);
  const bool good = wrong.empty();
  return {good, mistake.name, good ? std::string{outcome_name(report.outcome)} : std::move(wrong)};
}

}  // namespace

std::vector<CheckResult> check_exercise(const CheckRequest& request) {
  std::vector<CheckResult> results;
  const auto add = [&](CheckResult result) {
    request.tell(result);
    results.push_back(std::move(result));
  };
  const auto& exercise = *request.exercise;
  std::vector<exercise::Mistake> mistakes;
  if (!request.mistakes.empty()) mistakes = exercise::read_mistakes(request.mistakes);
  add(check_starter(exercise, request.grade(exercise.starter)));
  if (std::filesystem::is_regular_file(request.solution)) {
    add(check_solution(request.grade(request.solution)));
  } else {
    add({false, "solution", fmt::format("{} is missing", request.solution.string())});
  }
  for (const auto& mistake : mistakes) add(check_mistake(mistake, request.grade(mistake.file)));
  return results;
}

bool solution_passes(const std::vector<CheckResult>& results) {
  return std::ranges::any_of(
      results, [](const auto& result) { return result.what == "solution" && result.good; });
}

}  // namespace warpgrade::cli
