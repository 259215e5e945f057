// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/core/shape.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpgrade {

/// Where a time comes from. The two are never mixed in one table.
enum class Basis { modelled, measured };

/// Times of one comparison, all on the same buffers of the same case. Seconds.
struct Timing {
  Basis basis = Basis::modelled;
  Shape input;
  bool fits_in_l2 = false;
  std::uint64_t bytes_moved =
      0;  ///< Read plus written by a kernel that touches every element once.
  std::uint64_t bytes_copied = 0;  ///< Read plus written by the copy.
  double copy_seconds = 0;
  double naive_seconds = 0;
  double solve_seconds = 0;
  std::optional<double> memcpy_seconds;
  double ratio_to_copy = 0;  ///< solve / copy.
  double ratio_low = 0;      ///< Interval of ratio_to_copy; equal to it where the time is modelled.
  double ratio_high = 0;
  double peak_bytes_per_second = 0;  ///< What the card's memory can do; 0: unknown.
  double speedup_over_naive = 0;     ///< naive / solve.
  double speedup_low = 0;            ///< Interval of speedup_over_naive where the time is measured.
  double speedup_high = 0;
  int samples = 1;
  int discarded = 0;
  /// Measured, and too noisy to say whether the goals on time are met.
  bool undecided = false;
  std::vector<std::string> noise;  ///< What disturbed the measuring, a sentence each.
};

}  // namespace warpgrade
