// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/speed.hpp"

#include "harness/exercise/fill.hpp"
#include "harness/grading/judge/goals.hpp"
#include "harness/grading/judge/traffic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <stdexcept>

namespace warpgrade::grading {
namespace {

constexpr std::uint64_t kReadAndWritten = 2;
constexpr double kPatience = 6;  // Times the seconds that a case of the ladder may take.

double seconds_of(const Evidence& evidence) {
  double seconds = 0;
  for (const auto& step : evidence.steps) seconds += step.seconds;
  return seconds;
}

/// Counters of the launches in order; repeated launches of one kernel are added up.
std::vector<KernelCounters> kernels_of(const Evidence& evidence) {
  std::vector<KernelCounters> kernels;
  for (const auto& step : evidence.steps) {
    if (step.kind != Step::Kind::launch || step.error != 0) continue;
    if (kernels.empty() || !is_same_launch(kernels.back(), step.counters)) {
      kernels.push_back(step.counters);
      continue;
    }
    add_counters(kernels.back(), step.counters);
  }
  return kernels;
}

/// One run of a program of ours, which must give `right`.
Evidence run_own(run::Runner& runner, const char* name, Extent input,
                 std::span<const std::uint32_t> values, std::span<const std::uint32_t> right,
                 double seconds) {
  auto result = runner.run({input, values, false, true, seconds});
  if (result.end != run::End::returned || !std::ranges::equal(result.output, right)) {
    throw std::runtime_error(
        fmt::format("the harness's own {} kernel fails on {} x {}", name, input.rows, input.cols));
  }
  return std::move(result.evidence);
}

Timing timing_of(const GradeRequest& request, const Evidence& copy, const Evidence& naive,
                 const Evidence& solve) {
  Timing timing;
  timing.input = request.exercise->timing_case.input;
  const auto cells = static_cast<std::uint64_t>(timing.input.rows * timing.input.cols);
  timing.bytes_moved = kReadAndWritten * cells * sizeof(float);
  timing.fits_in_l2 = timing.bytes_moved <= request.l2_bytes;
  timing.copy_seconds = seconds_of(copy);
  timing.naive_seconds = seconds_of(naive);
  timing.solve_seconds = seconds_of(solve);
  if (!(timing.copy_seconds > 0 && timing.naive_seconds > 0)) {
    throw std::runtime_error("the device gave no time for the harness's own kernels");
  }
  timing.ratio_to_copy = timing.solve_seconds / timing.copy_seconds;
  timing.ratio_low = timing.ratio_to_copy;
  timing.ratio_high = timing.ratio_to_copy;
  timing.speedup_over_naive =
      timing.solve_seconds > 0 ? timing.naive_seconds / timing.solve_seconds : 0;
  timing.speedup_low = timing.speedup_over_naive;
  timing.speedup_high = timing.speedup_over_naive;
  return timing;
}

judge::Limits limits_of(const exercise::Goals& goals) {
  return {goals.faster_than_naive, goals.max_sectors_vs_copy, goals.max_wavefronts_vs_ideal,
          goals.min_share_of_copy, goals.min_dynamic_shared_bytes};
}

std::vector<CountersReport> beside_copy(const std::vector<KernelCounters>& kernels,
                                        const std::vector<KernelCounters>& copy) {
  std::vector<CountersReport> reports;
  for (const auto& kernel : kernels) {
    const auto measures = judge::measure({kernel}, copy, {});
    reports.push_back({kernel, measures.load_sectors_vs_copy, measures.store_sectors_vs_copy});
  }
  return reports;
}

}  // namespace

std::vector<GoalReport> goals_of(const exercise::Exercise& exercise, const Speed& speed,
                                 const Timing& timing) {
  return judge::check_goals(limits_of(exercise.goals),
                            judge::measure(speed.kernels, speed.copy_kernels, timing));
}

Speed measure_speed(const GradeRequest& request, CaseRunner& runner) {
  assert(request.copy != nullptr && request.naive != nullptr);
  const auto& c = request.exercise->timing_case;
  Speed speed;
  // Ladders have shown by now that it ends; being slow is another verdict than never ending.
  speed.solve = runner.run(c, {kPatience * request.run_seconds, false, true, true});
  if (!speed.solve.passed()) return speed;

  const auto values = exercise::make_input(c);
  const auto right = request.reference(c.input, values);
  const auto copy = run_own(*request.copy, "copy", c.input, values, values, request.run_seconds);
  const auto naive = run_own(*request.naive, "naive", c.input, values, right, request.run_seconds);
  speed.timing = timing_of(request, copy, naive, speed.solve.run.evidence);

  speed.kernels = kernels_of(speed.solve.run.evidence);
  speed.copy_kernels = kernels_of(copy);
  speed.counters = beside_copy(speed.kernels, speed.copy_kernels);
  speed.goals = goals_of(*request.exercise, speed, *speed.timing);
  speed.why = judge::explain_traffic(speed.kernels);
  return speed;
}

}  // namespace warpgrade::grading
