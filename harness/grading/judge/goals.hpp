// SPDX-License-Identifier: Apache-2.0
// An exercise's goals against what was measured.
#pragma once

#include "harness/core/report.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace warpgrade::judge {

inline constexpr std::string_view kFasterThanNaive = "faster_than_naive";

/// Limits of an exercise; an absent one is not judged.
struct Limits {
  std::optional<double> faster_than_naive;
  std::optional<double> max_sectors_vs_copy;
  std::optional<double> max_wavefronts_vs_ideal;
  std::optional<double> min_share_of_copy;
  std::optional<std::uint64_t> min_dynamic_shared_bytes;
};

/// What one solve() at the timing case came to. Ratios of all the submission's kernels together.
struct Measures {
  double speedup_over_naive = 0;  ///< naive / solve.
  double share_of_copy = 0;       ///< copy / solve.
  double load_sectors_vs_copy = 0;
  double store_sectors_vs_copy = 0;
  double wavefronts_vs_ideal = 0;          ///< 1 where shared memory was not used.
  std::uint64_t dynamic_shared_bytes = 0;  ///< The most that a launch asked for.
};

/// One report a limit; max_sectors_vs_copy gives two, loads and stores.
std::vector<GoalReport> check_goals(const Limits& limits, const Measures& measures);

/// Sums of the counters of all launches in `solve`, beside those of `copy`.
Measures measure(const std::vector<KernelCounters>& solve, const std::vector<KernelCounters>& copy,
                 const Timing& timing);

}  // namespace warpgrade::judge
