// SPDX-License-Identifier: Apache-2.0
// What was seen -> outcome. Pure: the same evidence gives the same outcome, in the precedence of
// core/outcome.hpp (design 4).
#pragma once

#include "harness/core/evidence.hpp"
#include "harness/core/extent.hpp"
#include "harness/core/outcome.hpp"
#include "harness/core/report.hpp"
#include "harness/core/timing.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace warpgrade::judge {

/// How a call of solve() ended.
enum class End { returned, crashed, time_limit, output_limit };

/// One call of solve() on one case.
struct RunFacts {
  End end = End::returned;
  int signal = 0;  ///< Of a crash; 0: the process exited by itself.
  int exit_status = 0;
  std::string crash;            ///< One line about a crash, or empty.
  bool device_readable = true;  ///< The output could be read back.
  bool input_modified = false;
  std::string modified_input;  ///< Of several inputs, the one that changed.
  bool guard_written = false;
  std::string guard;  ///< One line about it.
  std::uint64_t wrong_cells = 0;
  std::uint64_t cells = 0;
  std::uint64_t output_words = 0;
  std::uint64_t words_written_by_kernels = 0;
  bool kernels_counted = true;         ///< words_written_by_kernels can be believed.
  const Evidence* evidence = nullptr;  ///< Not null.
  /// A second run of the case in a fresh process came out otherwise.
  bool differs = false;
};

/// An outcome and the sentence that says why.
struct Ruling {
  Outcome outcome = Outcome::harness_failed;
  std::string reason;  ///< One line; empty for wrong_output, which diagnosis explains, and passed.
  bool values_right = false;  ///< The run failed although every cell was right.
  std::string hint = {};      ///< What to try, where the outcome alone does not tell; else empty.
};

/// The reason as a sentence: "every cell is right, but " stands before it where that is so.
std::string told(const Ruling& ruling);

/// Judges one run. Outcomes up to not_own_kernel, and passed.
Ruling judge_run(const RunFacts& facts);

/// What comes after every value was right.
struct SpeedFacts {
  const Timing* timing = nullptr;     ///< Null: not timed.
  std::span<const GoalReport> goals;  ///< From check_goals().
};

/// Judges speed and goals of a submission whose values are all right: suspect,
/// no_faster_than_naive, goal_missed, undecided (not timed) or passed.
Ruling judge_speed(const SpeedFacts& facts);

}  // namespace warpgrade::judge
