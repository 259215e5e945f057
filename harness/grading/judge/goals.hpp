// SPDX-License-Identifier: Apache-2.0
// An exercise's goals against what was measured.
#pragma once

#include "harness/core/report.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace warpgrade::judge {

inline constexpr std::string_view kFasterThanNaive = "faster_than_naive";
/// The name of a launch's goal goes on with its number, from 1.
inline constexpr std::string_view kWavefronts = "wavefronts_per_request";
inline constexpr std::string_view kSharedReaders = "launches_that_read_shared";

/// Limits of an exercise; an absent one is not judged.
struct Limits {
  std::optional<double> faster_than_naive;
  std::optional<double> max_sectors_vs_copy;
  std::optional<double> max_load_sectors_vs_naive;
  std::optional<double> max_wavefronts_vs_ideal;
  std::optional<double> min_share_of_copy;
  std::optional<std::uint64_t> min_dynamic_shared_bytes;
  std::vector<std::int64_t> wavefronts_per_request;  ///< Empty: not judged.
};

/// What one solve() at the timing case came to. Ratios of all the submission's kernels together.
struct Measures {
  double speedup_over_naive = 0;  ///< naive / solve.
  double share_of_copy = 0;       ///< copy / solve.
  double load_sectors_vs_copy = 0;
  double store_sectors_vs_copy = 0;
  double wavefronts_vs_ideal = 0;          ///< 1 where shared memory was not used.
  std::uint64_t dynamic_shared_bytes = 0;  ///< The most that a launch asked for.
  double load_sectors_vs_naive = 0;
  /// Of the shared loads of each launch that has some, in order.
  std::vector<double> wavefronts_per_request{};
};

/// The launches of one solve() each, in order.
struct Launches {
  std::span<const KernelCounters> solve;
  std::span<const KernelCounters> copy;
  std::span<const KernelCounters> naive;
};

/// One report a limit; max_sectors_vs_copy gives two, loads and stores. wavefronts_per_request
/// gives one a launch, or a single one where the number of launches is another.
std::vector<GoalReport> check_goals(const Limits& limits, const Measures& measures);

/// Sums of the counters of all launches of the submission, beside those of copy and naive.
Measures measure(const Launches& launches, const Timing& timing);

}  // namespace warpgrade::judge
