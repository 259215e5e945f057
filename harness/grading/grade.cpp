// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/grade.hpp"

#include "harness/exercise/fill.hpp"
#include "harness/grading/conclusion.hpp"
#include "harness/grading/explain.hpp"
#include "harness/grading/hardware_stage.hpp"
#include "harness/grading/search.hpp"
#include "harness/grading/speed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <iterator>
#include <optional>
#include <vector>

namespace warpgrade::grading {
namespace {

// The replay check takes the largest case up to this size.
constexpr std::int64_t kMostReplayedCells = 16'384;

// Where neither cells nor shapes matter, or nothing of ours may be believed.
constexpr std::array kNotExplained{Outcome::harness_failed, Outcome::unsupported,
                                   Outcome::did_not_compile};

bool passed_or_giant(const CaseResult& result) { return result.passed() || result.c.giant; }

/// Where giant cases alone fail: too large to look for smaller ones.
SmallestCase smallest_giant(std::span<const CaseResult> results) {
  const auto failing = std::ranges::find_if_not(results, &CaseResult::passed);
  const auto passing = std::ranges::count_if(results, &CaseResult::passed);
  return {failing->c.input, static_cast<std::uint64_t>(passing), false};
}

class Grading {
 public:
  explicit Grading(const GradeRequest& request)
      : request_{request},
        runner_{*request.submission, request.exercise->signature, request.reference,
                request.check_everything} {
    if (request.hardware != nullptr) gpu_.emplace(request);
  }

  Report grade() {
    if (request_.only) {
      const auto only = asked_for();
      climb({&only, 1});
    } else {
      climb(cases_that_are(false));
      if (all_right()) replay();
      if (all_right()) measure();
      if (all_right()) climb_to_the_end();
    }
    conclude();
    return std::move(report_);
  }

 private:
  void say(std::string_view what) const {
    if (request_.progress) request_.progress(what);
  }

  /// The case of --case: as the ladder has it, where it does.
  [[nodiscard]] Case asked_for() const {
    const auto& ladder = request_.exercise->ladder;
    const auto found = std::ranges::find(ladder, *request_.only, &Case::input);
    Case only{*request_.only, {}, 0, "asked for"};
    const bool too_large = only.input.product() > exercise::kMostElements;
    only.giant = too_large || (found != ladder.end() && found->giant);
    return only;
  }

  [[nodiscard]] bool all_right() const {
    return std::ranges::all_of(ladder_.results, &CaseResult::passed);
  }

  [[nodiscard]] std::vector<Case> cases_that_are(bool extreme) const {
    std::vector<Case> cases;
    std::ranges::copy_if(request_.exercise->ladder, std::back_inserter(cases),
                         [&](const Case& c) { return (c.extreme || c.giant) == extreme; });
    return cases;
  }

  /// The cases that come last. That they were left out is said: they are in the exercise's list.
  void climb_to_the_end() {
    const auto cases = cases_that_are(true);
    if (speed_ruling().outcome == Outcome::passed) {
      climb(cases);
    } else if (!cases.empty()) {
      ladder_.notes.push_back(fmt::format(
          "{} for when all else is well",
          cases.size() == 1 ? "one case is left" : fmt::format("{} cases are left", cases.size())));
    }
  }

  void climb(std::span<const Case> cases) {
    auto part = run_ladder(runner_, cases,
                           {request_.exercise->tile, request_.run_seconds, request_.verdict_only},
                           request_.progress);
    const auto from = ladder_.results.size();
    std::ranges::move(part.results, std::back_inserter(ladder_.results));
    std::ranges::move(part.sampled, std::back_inserter(ladder_.sampled));
    ladder_.not_run += part.not_run;
    if (ladder_.stopped.empty()) ladder_.stopped = std::move(part.stopped);
    if (gpu_) gpu_->witness(ladder_, from);
  }

  [[nodiscard]] judge::Ruling speed_ruling() const {
    return judge::judge_speed({speed_.timing ? &*speed_.timing : nullptr, speed_.goals});
  }

  void replay() {
    const Case* chosen = nullptr;
    for (const auto& c : request_.exercise->ladder) {
      const auto cells = c.input.product();
      if (c.giant || cells > kMostReplayedCells) continue;
      if (chosen == nullptr || cells > chosen->input.product()) chosen = &c;
    }
    if (chosen == nullptr) return;
    say("the same shape again, with other values");
    auto result = runner_.run_again(*chosen, options_for(*chosen, request_.run_seconds));
    if (!result.passed()) ladder_.results.push_back(std::move(result));
  }

  void measure() {
    say("timing");
    speed_ = measure_speed(request_, runner_);
    if (!speed_.solve.passed()) {
      ladder_.results.push_back(speed_.solve);
    } else if (gpu_) {
      report_.other_timings = gpu_->time(speed_, ladder_);
    }
    report_.timing = speed_.timing;
    report_.counters = speed_.counters;
    report_.goals = speed_.goals;
  }

  /// Where the devices disagree, the cells that one of them got wrong are all that can be shown.
  void show_cells() {
    constexpr std::size_t most = 10;
    for (const auto& result : ladder_.results) {
      const auto& cells = result.comparison.cells;
      if (cells.empty()) continue;
      report_.correctness.wrong_cells = result.comparison.wrong;
      report_.correctness.first_wrong_cells.assign(
          cells.begin(), cells.begin() + static_cast<std::ptrdiff_t>(std::min(cells.size(), most)));
      return;
    }
  }

  void explain(Outcome outcome) {
    if (request_.verdict_only) return;
    if (outcome == Outcome::harness_failed) show_cells();
    if (std::ranges::find(kNotExplained, outcome) != kNotExplained.end()) return;
    auto& c = report_.correctness;
    say("explaining");
    const auto pattern = explain_cells(ladder_.results, runner_, request_.exercise->tile, c);
    if (request_.only) return;
    if (std::ranges::all_of(ladder_.results, &passed_or_giant)) {
      c.smallest_failing_case = smallest_giant(ladder_.results);
      show_cells();
      return;
    }
    say("looking for the smallest failing case");
    search_shapes({ladder_.results, request_.exercise->tile, request_.run_seconds,
                   request_.shrink_seconds, pattern},
                  runner_, c);
  }

  void conclude() {
    report_.correctness.sampled = ladder_.sampled;
    report_.sizes = request_.exercise->signature.sizes;
    report_.correctness.element = request_.exercise->signature.output().type;
    report_.correctness.cases_run = static_cast<int>(ladder_.results.size());
    report_.correctness.cases_failed = static_cast<int>(std::ranges::count_if(
        ladder_.results, [](const CaseResult& result) { return !result.passed(); }));
    auto ruling = worst_ruling(ladder_.results, request_.exercise->tile);
    if (ruling.outcome != Outcome::passed) {
      explain(ruling.outcome);
    } else {
      ruling = speed_ruling();
    }
    write_conclusion({request_, ladder_, speed_, ruling}, report_);
  }

  const GradeRequest& request_;
  CaseRunner runner_;
  std::optional<HardwareStage> gpu_;
  Ladder ladder_;
  Speed speed_;
  Report report_;
};

}  // namespace

Report grade(const GradeRequest& request) {
  assert(request.exercise != nullptr && request.submission != nullptr && request.reference);
  return Grading{request}.grade();
}

}  // namespace warpgrade::grading
