// SPDX-License-Identifier: Apache-2.0
// bar, barrier, bar.warp.sync (PTX ISA 9.7.13.1, 9.7.13.2).
#include "harness/emulator/simt/cta.hpp"
#include "harness/emulator/simt/handlers.hpp"

#include <bit>

namespace warpgrade::simt {
namespace {

/// What the lowest active lane has: barrier operands are the same for all lanes.
std::uint32_t first_value(const Warp& warp, Slot slot) {
  return warp.lanes<std::uint32_t>(slot)[std::countr_zero(warp.mask())];
}

std::uint32_t barrier_id(const Warp& warp, const Op& op) {
  return first_value(warp, op.a) % kBarriers;
}

/// Threads that the barrier expects, in whole warps; 0: all of the CTA.
std::uint32_t expected_threads(const Warp& warp, const Op& op) {
  const std::uint32_t threads = std::min(first_value(warp, op.b), warp.cta().threads() + kWarpSize);
  return (threads + kWarpSize - 1) / kWarpSize * kWarpSize;
}

}  // namespace

const Op* barrier_sync_handler(Warp& warp, const Op& op) {
  const std::uint32_t id = barrier_id(warp, op);
  warp.cta().arrive(warp, op, id, expected_threads(warp, op));
  warp.park(op, Wait::cta_barrier, id);
  warp.cta().open_if_complete(id);
  return nullptr;
}

/// Arrives without waiting.
const Op* barrier_arrive_handler(Warp& warp, const Op& op) {
  const std::uint32_t id = barrier_id(warp, op);
  warp.cta().arrive(warp, op, id, expected_threads(warp, op));
  warp.jump(op, &op + 1);
  warp.rest(&op + 1);
  warp.cta().open_if_complete(id);
  return nullptr;
}

const Op* barrier_red_handler(Warp& warp, const Op& op) {
  const std::uint32_t id = barrier_id(warp, op);
  const Mask yes = *warp.lanes<Mask>(op.c) & warp.mask();
  warp.cta().arrive(warp, op, id, expected_threads(warp, op));
  warp.cta().vote(id, static_cast<std::uint32_t>(std::popcount(yes)),
                  static_cast<std::uint32_t>(std::popcount(warp.mask())));
  warp.park(op, Wait::cta_barrier, id);
  warp.cta().open_if_complete(id);
  return nullptr;
}

const Op* barrier_popc_handler(Warp& warp, const Op& op) {
  auto* const d = warp.lanes<std::uint32_t>(op.d);
  for (unsigned i = 0; i < kWarpSize; ++i) {
    d[i] = warp.active(i) ? warp.split().popc : d[i];
  }
  return &op + 1;
}

const Op* barrier_and_handler(Warp& warp, const Op& op) {
  auto* const d = warp.lanes<Mask>(op.d);
  const bool all = warp.split().popc == warp.split().voters;
  *d = (*d & ~warp.mask()) | (all ? warp.mask() : 0);
  return &op + 1;
}

const Op* barrier_or_handler(Warp& warp, const Op& op) {
  auto* const d = warp.lanes<Mask>(op.d);
  *d = (*d & ~warp.mask()) | (warp.split().popc != 0 ? warp.mask() : 0);
  return &op + 1;
}

const Op* warp_barrier_handler(Warp& warp, const Op& op) {
  if (!warp.gathered(op, Wait::warp_barrier)) return nullptr;
  for (Observer* observer : warp.worker().listeners.barrier) {
    observer->barrier_arrival({warp.place(op), 0, warp.mask(), true});
  }
  return &op + 1;
}

}  // namespace warpgrade::simt
