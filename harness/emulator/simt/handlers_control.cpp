// SPDX-License-Identifier: Apache-2.0
// Branches, guards, ends, rounding modes.
#include "harness/emulator/simt/handlers.hpp"
#include "harness/emulator/simt/warp.hpp"
#include "harness/emulator/simt/worker.hpp"

#include <cfenv>

namespace warpgrade::simt {
namespace {

const Op* branch_for(Warp& warp, const Op& op, Mask taken, bool announce) {
  if (taken == 0) return &op + 1;
  if (taken == warp.mask()) return warp.jump(op, &op + op.jump);
  return warp.diverge(op, &op + op.jump, taken, announce);
}

Mask predicate(const Warp& warp, Slot slot) { return *warp.lanes<Mask>(slot) & warp.mask(); }

const Op* guarded(Warp& warp, const Op& op, Mask lanes) {
  const Op* const end = &op + 1 + op.jump;
  return lanes == 0 ? end : warp.run_narrowed(&op + 1, end, lanes);
}

}  // namespace

const Op* nothing_handler(Warp&, const Op& op) { return &op + 1; }

const Op* branch_handler(Warp& warp, const Op& op) { return warp.jump(op, &op + op.jump); }

const Op* branch_if_handler(Warp& warp, const Op& op) {
  return branch_for(warp, op, predicate(warp, op.a), true);
}

const Op* branch_unless_handler(Warp& warp, const Op& op) {
  return branch_for(warp, op, warp.mask() & ~predicate(warp, op.a), true);
}

const Op* quiet_branch_if_handler(Warp& warp, const Op& op) {
  return branch_for(warp, op, predicate(warp, op.a), false);
}

const Op* quiet_branch_unless_handler(Warp& warp, const Op& op) {
  return branch_for(warp, op, warp.mask() & ~predicate(warp, op.a), false);
}

const Op* guard_if_handler(Warp& warp, const Op& op) {
  return guarded(warp, op, predicate(warp, op.a));
}

const Op* guard_unless_handler(Warp& warp, const Op& op) {
  return guarded(warp, op, warp.mask() & ~predicate(warp, op.a));
}

/// Lanes with the index of the lowest lane go; the others come back here.
const Op* branch_indexed_handler(Warp& warp, const Op& op) {
  const auto* const index = warp.lanes<std::uint32_t>(op.a);
  const auto first = index[std::countr_zero(warp.mask())];
  Mask same = 0;
  for (unsigned i = 0; i < kWarpSize; ++i) same |= Mask{index[i] == first} << i;
  same &= warp.mask();
  if (first >= static_cast<std::uint64_t>(op.offset)) {
    warp.worker().stop(LaunchEnd::trap, warp.place(op), warp.thread_of(same),
                       "brx.idx with an index beyond its list of targets");
    return warp.abandon(op);
  }
  const Op* const target =
      &op + static_cast<std::int32_t>(warp.worker().program.pool[op.x + first].bits);
  if (same == warp.mask()) return warp.jump(op, target);
  return warp.diverge_staying(op, target, same);
}

const Op* exit_handler(Warp& warp, const Op& op) { return warp.exit_lanes(op); }

const Op* return_handler(Warp& warp, const Op& op) { return warp.leave(op); }

const Op* trap_handler(Warp& warp, const Op& op) {
  warp.worker().stop(LaunchEnd::trap, warp.place(op), warp.thread_of(warp.mask()));
  return warp.abandon(op);
}

const Op* round_toward_zero_handler(Warp&, const Op& op) {
  std::fesetround(FE_TOWARDZERO);
  return &op + 1;
}

const Op* round_down_handler(Warp&, const Op& op) {
  std::fesetround(FE_DOWNWARD);
  return &op + 1;
}

const Op* round_up_handler(Warp&, const Op& op) {
  std::fesetround(FE_UPWARD);
  return &op + 1;
}

const Op* round_to_nearest_handler(Warp&, const Op& op) {
  std::fesetround(FE_TONEAREST);
  return &op + 1;
}

}  // namespace warpgrade::simt
