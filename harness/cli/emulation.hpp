// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace warpgrade::cli {

/// How the emulated device runs its kernels.
struct Emulation {
  unsigned threads = 0;             ///< CPU threads of a launch; 0: all.
  std::uint32_t schedule_seed = 0;  ///< 0: warps in order; others: another legal order.
};

}  // namespace warpgrade::cli
