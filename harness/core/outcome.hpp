// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace warpgrade {

/// What grading a submission came to, in order of precedence: the first that applies wins (design
/// 4).
enum class Outcome {
  harness_failed,
  unsupported,
  did_not_compile,
  no_solve,
  compile_limit,
  crashed,
  time_limit,
  output_limit,
  launch_failed,
  barrier_fault,
  out_of_bounds,
  input_modified,
  wrong_output,
  shared_memory_race,
  not_own_kernel,
  suspect,
  no_faster_than_naive,
  goal_missed,
  undecided,
  passed,
};

/// How many outcomes there are.
inline constexpr int kOutcomes = static_cast<int>(Outcome::passed) + 1;

/// The name that JSON, tests and folder names use, e.g. "no_faster_than_naive".
std::string_view outcome_name(Outcome outcome);

/// The outcome of that name, or nothing.
std::optional<Outcome> outcome_of_name(std::string_view name);

/// The words a learner sees first, e.g. "CORRECT BUT NO FASTER THAN NAIVE".
std::string_view outcome_headline(Outcome outcome);

/// 0 passed, 1 the submission's fault, 3 ours, 4 undecided (design 4).
int exit_code(Outcome outcome);

}  // namespace warpgrade
