// SPDX-License-Identifier: Apache-2.0
// Times and counters of one solve() at the timing case, beside copy and naive.
#pragma once

#include "harness/grading/case_run.hpp"

#include <optional>
#include <string>
#include <vector>

namespace warpgrade::grading {

struct Speed {
  CaseResult solve;  ///< Not passed: nothing else is filled.
  std::optional<Timing> timing;
  std::vector<CountersReport> counters;
  std::vector<GoalReport> goals;
  std::vector<std::string> why;              ///< Sentences on the worst memory instructions.
  std::vector<KernelCounters> launches;      ///< Of solve, each.
  std::vector<KernelCounters> kernels;       ///< The same; repeated ones are added up.
  std::vector<KernelCounters> copy_kernels;  ///< Launches of the copy.
  std::vector<KernelCounters> naive_kernels;
};

/// The exercise's goals against the counters of `speed` and the times of `timing`.
std::vector<GoalReport> goals_of(const exercise::Exercise& exercise, const Speed& speed,
                                 const Timing& timing);

/// Runs copy, naive and the submission on the exercise's timing case.
/// @throws std::runtime_error if copy or naive themselves fail.
Speed measure_speed(const GradeRequest& request, CaseRunner& runner);

}  // namespace warpgrade::grading
