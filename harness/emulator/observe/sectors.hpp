// SPDX-License-Identifier: Apache-2.0
// Sectors of one global request (emulator.md 4.1): distinct 32-byte blocks that active lanes touch.
#pragma once

#include <cstdint>

#include "harness/emulator/observe/lanes.hpp"

namespace warpgrade::observe {

inline constexpr std::uint32_t kSectorBytes = 32;

/// Numbers of 64 bits: a result of twelve bytes goes through memory in halves and is read back
/// whole, which waits for both; that was a tenth of a launch.
struct SectorCount {
  std::uint64_t sectors = 0;
  std::uint64_t ideal = 0;  ///< Fewest sectors that could hold the request's distinct bytes.
  std::uint64_t full = 0;   ///< Sectors of which the request touches all 32 bytes.

  friend bool operator==(const SectorCount&, const SectorCount&) = default;
};

/// Counts the sectors of a request in which every lane touches `bytes` bytes (1, 2, 4, 8 or 16).
/// Addresses are multiples of `bytes`, as PTX demands and the core enforces, so that no lane
/// straddles two sectors.
SectorCount count_sectors(const Lanes& lanes, std::uint32_t bytes);

}  // namespace warpgrade::observe
