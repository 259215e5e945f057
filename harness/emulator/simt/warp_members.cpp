// SPDX-License-Identifier: Apache-2.0
// Waiting for the lanes of a member mask: bar.warp.sync, and the instructions that exchange values.
#include "harness/emulator/simt/cta.hpp"
#include "harness/emulator/simt/warp.hpp"

#include <algorithm>
#include <bit>

namespace warpgrade::simt {

bool Warp::gathered(const Op& op, Wait wait) {
  const auto* const members = lanes<std::uint32_t>(op.e);
  Mask named = 0;
  for (unsigned i = 0; i < kWarpSize; ++i) named |= (mask_ >> i & 1U) != 0 ? members[i] : 0;
  const bool all_here = (named & live_ & ~mask_) == 0;
  if (all_here || wait == Wait::warp_barrier) check_masks(op, named);
  if (all_here) return true;
  settle(&op);
  splits_[current_].wait = wait;
  merge_equal();
  recheck_members();
  return false;
}

/// Tells observers of running lanes that leave themselves out, or name lanes that name others.
void Warp::check_masks(const Op& op, Mask named) const {
  const auto& listeners = worker_->listeners.barrier;
  if (listeners.empty()) return;
  const auto* const members = lanes<std::uint32_t>(op.e);
  Mask in_own = 0;
  Mask same = 0;
  for (unsigned i = 0; i < kWarpSize; ++i) {
    in_own |= members[i] & (Mask{1} << i);
    same |= Mask{members[i] == named} << i;
  }
  const auto tell = [&](Mask lanes, BadMask::Reason reason) {
    const Mask first = members[std::countr_zero(lanes)];
    for (Observer* observer : listeners) observer->bad_mask({place(op), lanes, first, reason});
  };
  const Mask left_out = mask_ & ~in_own;
  if (left_out != 0) return tell(left_out, BadMask::Reason::caller_left_out);
  if ((mask_ & ~same) == 0) return;
  Mask differ = 0;
  for (unsigned i = 0; i < kWarpSize; ++i) {
    for (Mask left = (mask_ >> i & 1U) != 0 ? members[i] & mask_ : 0; left != 0; left &= left - 1) {
      if (members[std::countr_zero(left)] != members[i]) differ |= Mask{1} << i;
    }
  }
  if (differ != 0) tell(differ, BadMask::Reason::masks_differ);
}

/// The most lanes of `candidates` of which each finds all living lanes that it names among them.
Mask Warp::closed_group(Mask candidates, const std::array<Mask, kWarpSize>& members) const {
  Mask group = candidates;
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned i = 0; i < kWarpSize; ++i) {
      if ((group >> i & 1U) == 0 || (members[i] & live_ & ~group) == 0) continue;
      group &= ~(Mask{1} << i);
      changed = true;
    }
  }
  return group;
}

void Warp::members_of(const Split& split, std::array<Mask, kWarpSize>& members) const {
  const auto* const named = lanes_of<Mask>(split, split.ip->e);
  for (unsigned i = 0; i < kWarpSize; ++i) {
    if ((split.mask >> i & 1U) != 0) members[i] = named[i];
  }
}

/// `lanes` of the split go on at `ip`; the others wait on.
void Warp::let_go(std::size_t index, Mask lanes, const Op* ip) {
  Split freed = splits_[index];
  freed.mask &= lanes;
  freed.wait = Wait::none;
  freed.ip = ip;
  splits_[index].mask &= ~lanes;
  if (splits_[index].mask == 0) {
    splits_[index] = freed;
  } else {
    splits_.push_back(freed);
  }
}

/// bar.warp.sync: lanes may meet at different instructions.
void Warp::recheck_warp_barrier() {
  Mask waiting = 0;
  std::array<Mask, kWarpSize> members{};
  for (const Split& split : splits_) {
    if (split.wait != Wait::warp_barrier) continue;
    waiting |= split.mask;
    members_of(split, members);
  }
  const Mask group = closed_group(waiting, members);
  if (group == 0) return;
  const std::size_t count = splits_.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (splits_[i].wait != Wait::warp_barrier || (splits_[i].mask & group) == 0) continue;
    for (Observer* observer : worker_->listeners.barrier) {
      observer->barrier_arrival({place_of(splits_[i]), 0, splits_[i].mask & group, true});
    }
    let_go(i, splits_[i].mask & group, splits_[i].ip + 1);
  }
}

void Warp::recheck_members() {
  const auto waits = [](const Split& s) {
    return s.wait == Wait::warp_barrier || s.wait == Wait::warp_values;
  };
  if (std::ranges::none_of(splits_, waits)) return;
  recheck_warp_barrier();
  const std::size_t count = splits_.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (splits_[i].wait != Wait::warp_values) continue;
    std::array<Mask, kWarpSize> members{};
    members_of(splits_[i], members);
    const Mask group = closed_group(splits_[i].mask, members);
    if (group != 0) let_go(i, group, splits_[i].ip);
  }
}

}  // namespace warpgrade::simt
