// SPDX-License-Identifier: Apache-2.0
// Wavefronts of one shared-memory request (emulator.md 4.2).
#pragma once

#include <cstdint>

#include "harness/emulator/observe/lanes.hpp"
#include "harness/emulator/simt/observer.hpp"

namespace warpgrade::observe {

inline constexpr std::uint32_t kBanks = 32;

struct WavefrontCount {
  std::uint32_t wavefronts = 0;
  /// Fewest for this width and these lanes: one for each phase with an active lane.
  std::uint32_t ideal = 0;

  friend bool operator==(const WavefrontCount&, const WavefrontCount&) = default;
};

/// Counts the wavefronts of a load or store in which every lane of `active` touches `bytes` bytes
/// (1, 2, 4, 8 or 16) at its offset, a multiple of `bytes`. Requests of 8 bytes a lane run in
/// half-warps, of 16 bytes in quarter-warps; loads whose lanes are equal in pairs run in half as
/// many phases.
/// @param lanes  Lanes(active, address).
WavefrontCount count_wavefronts(const Lanes& lanes, simt::Mask active,
                                const simt::LaneAddresses& address, std::uint32_t bytes,
                                bool is_load);

/// Counts those of an atomic of `bytes` bytes a lane (4 or 8). Lanes of one bank follow each other,
/// those of one word too, unless the hardware adds them up first (`combines`; measured on an H200).
WavefrontCount count_atomic_wavefronts(const Lanes& lanes, simt::Mask active,
                                       const simt::LaneAddresses& address, std::uint32_t bytes,
                                       bool combines);

}  // namespace warpgrade::observe
