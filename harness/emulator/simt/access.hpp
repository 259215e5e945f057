// SPDX-License-Identifier: Apache-2.0
// What every memory instruction does before data moves: addresses, bounds, alignment, bookkeeping.
#pragma once

#include "harness/emulator/simt/op.hpp"
#include "harness/emulator/simt/touched.hpp"
#include "harness/emulator/simt/warp.hpp"

#include <cstdint>

namespace warpgrade::simt {

/// One warp-level access on its way. After admit(), entries of lanes outside `mask` hold the
/// address of a lane inside, so that loops over all 32 lanes are safe for loads.
struct Access {
  alignas(64) LaneAddresses address;
  Mask mask = 0;  ///< Admitted lanes.
  Mask refused = 0;
  std::uint32_t bytes = 0;  ///< A lane.
  AccessKind kind = AccessKind::load;
  ptx::StateSpace space = ptx::StateSpace::global;
  /// Lane i's address is lane 0's plus i * bytes, for all 32 lanes, all active.
  bool unit = false;
};

/// The addresses of the running lanes, as the instruction has them.
void read_addresses(const Warp& warp, const Op& op, LaneAddresses& address);

/// Refuses lanes that are out of bounds or misaligned and tells observers of them; marks what is
/// touched. `access.address`, kind, space and bytes are set; addresses are device addresses
/// (global, constant) or offsets.
void admit(Warp& warp, const Op& op, Access& access);

/// Tells observers of the access.
void announce(const Warp& warp, const Op& op, const Access& access,
              const std::array<std::uint32_t, kWarpSize>* value = nullptr, Mask changed = ~Mask{0});

/// Host address of the first byte for lane `lane`.
std::byte* data_of(const Warp& warp, const Access& access, unsigned lane);

/// Runs `act(space, first byte of its window)` for the lanes of each space that generic addresses
/// lead to.
void resolve_generic(Warp& warp, const LaneAddresses& address, const auto& act) {
  Mask shared = 0;
  Mask local = 0;
  for (unsigned i = 0; i < kWarpSize; ++i) {
    shared |= Mask{address[i] - kSharedWindow < kWindowBytes} << i;
    local |= Mask{address[i] - kLocalWindow < kWindowBytes} << i;
  }
  const auto part = [&](Mask lanes, ptx::StateSpace space, std::uint64_t window) {
    if ((lanes & warp.mask()) != 0) {
      warp.with_lanes(lanes & warp.mask(), [&] { act(space, window); });
    }
  };
  part(~(shared | local), ptx::StateSpace::global, 0);
  part(shared, ptx::StateSpace::shared, kSharedWindow);
  part(local, ptx::StateSpace::local, kLocalWindow);
}

}  // namespace warpgrade::simt
