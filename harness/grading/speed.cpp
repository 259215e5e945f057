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

constexpr double kPatience = 6;  // Times the seconds that a case of the ladder may take.

double seconds_of(const Evidence& evidence) {
  double seconds = 0;
  for (const auto& step : evidence.steps) seconds += step.seconds;
  return seconds;
}

/// The launches in order; repeated launches of one kernel are added up.
std::vector<KernelCounters> kernels_of(std::span<const KernelCounters> launches) {
  std::vector<KernelCounters> kernels;
  for (const auto& launch : launches) {
    if (kernels.empty() || !is_same_launch(kernels.back(), launch)) {
      kernels.push_back(launch);
      continue;
    }
    add_counters(kernels.back(), launch);
  }
  return kernels;
}

std::vector<KernelCounters> counters_of(const Evidence& evidence) {
  std::vector<KernelCounters> launches;
  launches.reserve(evidence.steps.size());
  for (const auto& step : evidence.steps) {
    if (step.kind == Step::Kind::launch && step.error == 0) launches.push_back(step.counters);
  }
  return launches;
}

/// A run of a program of ours.
struct OwnRun {
  std::string_view name;
  const Signature& signature;
  Case c;
  std::vector<std::uint32_t> right;  ///< Output that it must give; empty: the input itself.
};

Evidence run_own(run::Runner& runner, const OwnRun& own, double seconds) {
  const auto values = exercise::make_input(own.c, own.signature);
  auto result = runner.run({own.c.input, values, false, true, seconds, &own.signature});
  const auto& right = own.right.empty() ? values : own.right;
  if (result.end != run::End::returned || !std::ranges::equal(result.output, right)) {
    throw std::runtime_error(
        fmt::format("the harness's own {} kernel fails on {}", own.name, shape_text(own.c.input)));
  }
  return std::move(result.evidence);
}

/// The copy that the exercise's kernels are compared with.
OwnRun copy_of(const exercise::Exercise& exercise) {
  Case c;
  c.input = exercise.signature.copied_extent(exercise.timing_case.input);
  return {"copy", copy_signature(), std::move(c), {}};
}

Timing timing_of(const GradeRequest& request, const Evidence& copy, const Evidence& naive,
                 const Evidence& solve) {
  Timing timing;
  const auto& signature = request.exercise->signature;
  timing.input = request.exercise->timing_case.input;
  timing.bytes_moved = signature.buffer_bytes(timing.input);
  timing.bytes_copied = signature.copied_bytes(timing.input);
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
  return {goals.faster_than_naive,       goals.max_sectors_vs_copy, goals.max_load_sectors_vs_naive,
          goals.max_wavefronts_vs_ideal, goals.min_share_of_copy,   goals.min_dynamic_shared_bytes,
          goals.wavefronts_per_request};
}

std::vector<CountersReport> beside_copy(const std::vector<KernelCounters>& kernels,
                                        const std::vector<KernelCounters>& copy) {
  std::vector<CountersReport> reports;
  for (const auto& kernel : kernels) {
    const auto measures = judge::measure({{&kernel, 1}, copy, {}}, {});
    reports.push_back({kernel, measures.load_sectors_vs_copy, measures.store_sectors_vs_copy});
  }
  return reports;
}

}  // namespace

std::vector<GoalReport> goals_of(const exercise::Exercise& exercise, const Speed& speed,
                                 const Timing& timing) {
  return judge::check_goals(
      limits_of(exercise.goals),
      judge::measure({speed.launches, speed.copy_kernels, speed.naive_kernels}, timing));
}

Speed measure_speed(const GradeRequest& request, CaseRunner& runner) {
  assert(request.copy != nullptr && request.naive != nullptr);
  const auto& c = request.exercise->timing_case;
  Speed speed;
  // Ladders have shown by now that it ends; being slow is another verdict than never ending.
  speed.solve = runner.run(c, {kPatience * request.run_seconds, false, true, true});
  if (!speed.solve.passed()) return speed;

  const auto copy = run_own(*request.copy, copy_of(*request.exercise), request.run_seconds);
  const auto naive =
      run_own(*request.naive, {"naive", request.exercise->signature, c, runner.expected(c)},
              request.run_seconds);
  speed.timing = timing_of(request, copy, naive, speed.solve.run.evidence);

  speed.launches = counters_of(speed.solve.run.evidence);
  speed.kernels = kernels_of(speed.launches);
  speed.copy_kernels = counters_of(copy);
  speed.naive_kernels = counters_of(naive);
  speed.counters = beside_copy(speed.kernels, speed.copy_kernels);
  speed.goals = goals_of(*request.exercise, speed, *speed.timing);
  speed.why = judge::explain_traffic(speed.kernels);
  return speed;
}

}  // namespace warpgrade::grading
