// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace warpgrade {

/// Theoretical occupancy of a launch: what one multiprocessor holds of it at once.
struct Occupancy {
  /// What holds the number of blocks down.
  enum class Limit { block_size, blocks, shared_memory, registers };
  std::uint32_t registers = 0;   ///< Of a thread; 0: unknown, and left out of account.
  std::uint32_t blocks = 0;      ///< 0: not known at all.
  std::uint32_t warps = 0;       ///< Of those blocks.
  std::uint32_t most_warps = 0;  ///< What a multiprocessor can hold.
  Limit limit = Limit::block_size;
};

}  // namespace warpgrade
