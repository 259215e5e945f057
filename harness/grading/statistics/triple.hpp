// SPDX-License-Identifier: Apache-2.0
// One round of a timing, and which rounds count.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace warpgrade::statistics {

/// Copy, naive and solve, timed one after the other in random order on fresh data. Seconds.
struct Triple {
  double copy = 0;
  double naive = 0;
  double solve = 0;
  /// The slowest multiprocessor clock seen during the three over the fastest; 1: steady.
  double clock_ratio = 1;
};

/// Clocks that move by more than this within a triple make its ratios meaningless.
inline constexpr double kSteadyClock = 0.95;
/// A time this many times the usual one was interrupted.
inline constexpr double kInterrupted = 1.5;
/// More throttled triples than this share, and the rest proves nothing.
inline constexpr double kMostThrottled = 0.3;
/// More interrupted triples than this share are no outliers: all of them are kept.
inline constexpr double kMostInterrupted = 0.5;

/// The triples that count, and why the others do not.
struct Screened {
  std::vector<Triple> kept;
  std::size_t broken = 0;         ///< A time that is not positive and finite.
  std::size_t throttled = 0;      ///< clock_ratio under kSteadyClock.
  std::size_t interrupted = 0;    ///< A time above kInterrupted times the lower quartile.
  bool interrupted_kept = false;  ///< There were too many of them to leave out.
};

/// Leaves out broken and throttled triples, then interrupted ones.
Screened screen(std::span<const Triple> triples);

}  // namespace warpgrade::statistics
