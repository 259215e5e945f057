// SPDX-License-Identifier: Apache-2.0
// CTA barriers (PTX ISA 9.7.13.1): arrivals, opening, and what to say when one never opens.
#include "harness/emulator/simt/cta.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

namespace warpgrade::simt {
namespace {

bool same_place(const Place& a, const Place& b) { return a.function == b.function && a.pc == b.pc; }

bool earlier(const Place& a, const Place& b) { return a.pc < b.pc; }

/// Notes that lanes arrived at both places.
void note_places(Barrier& barrier, Place one, Place other) {
  if (same_place(one, other)) return;
  if (earlier(other, one)) std::swap(one, other);
  barrier.first = one;
  barrier.last = other;
}

/// The lowest thread of `lanes` of `warp` that still lives.
std::optional<Stuck> lowest_stuck(const Warp& warp, Mask lanes) {
  std::optional<Stuck> lowest;
  for (const Split& split : warp.splits()) {
    if ((split.mask & lanes) == 0) continue;
    const std::uint32_t thread = warp.thread_of(split.mask & lanes);
    if (!lowest || thread < lowest->thread) lowest = Stuck{thread, &warp, &split};
  }
  return lowest;
}

Mask members_at(const Stuck& stuck) {
  const auto* const members = stuck.warp->lanes_of<Mask>(*stuck.split, stuck.split->ip->e);
  return members[stuck.thread % kWarpSize];
}

}  // namespace

void Cta::arrive(Warp& warp, const Op& op, std::uint32_t id, std::uint32_t expected) {
  Barrier& barrier = barriers_[id];
  const Place place = warp.place(op);
  if ((active_barriers_ >> id & 1U) == 0) {
    active_barriers_ |= 1U << id;
    barrier.expected = expected;
    barrier.popc = barrier.voters = 0;
    barrier.first = barrier.last = place;
  }
  // A barrier with a count is for warps with work of their own, each with its own instruction; the
  // lanes of one warp must still come together.
  const bool alone = expected != 0 && barrier.arrived[warp.index()] == 0;
  if (!alone) {
    const Place& with = expected != 0 ? barrier.places[warp.index()] : barrier.first;
    note_places(barrier, with, place);
  }
  barrier.arrived[warp.index()] |= warp.mask();
  barrier.places[warp.index()] = place;
  for (Observer* observer : worker_.listeners.barrier) {
    observer->barrier_arrival({place, id, warp.mask(), false});
  }
}

void Cta::vote(std::uint32_t id, std::uint32_t yes, std::uint32_t voters) {
  barriers_[id].popc += yes;
  barriers_[id].voters += voters;
}

void Cta::open_if_complete(std::uint32_t id) {
  if ((active_barriers_ >> id & 1U) != 0 && complete(barriers_[id])) open(id);
}

void Cta::lanes_exited() {
  for (std::uint32_t left = active_barriers_; left != 0; left &= left - 1) {
    open_if_complete(static_cast<std::uint32_t>(std::countr_zero(left)));
  }
}

/// A warp has arrived when all its living lanes have. With a count, each such warp stands for 32
/// threads.
bool Cta::complete(const Barrier& barrier) const {
  std::uint32_t warps_arrived = 0;
  std::uint32_t warps_missing = 0;
  for (std::uint32_t i = 0; i < warps_.size(); ++i) {
    const bool all = (warps_[i].live() & ~barrier.arrived[i]) == 0;
    if (!all) ++warps_missing;
    if (all && barrier.arrived[i] != 0) ++warps_arrived;
  }
  return barrier.expected == 0 ? warps_missing == 0 : warps_arrived * kWarpSize >= barrier.expected;
}

void Cta::open(std::uint32_t id) {
  Barrier& barrier = barriers_[id];
  std::uint32_t released = 0;
  for (std::uint32_t i = 0; i < warps_.size(); ++i) {
    released += static_cast<std::uint32_t>(std::popcount(barrier.arrived[i] & warps_[i].live()));
  }
  const bool different = !same_place(barrier.first, barrier.last);
  for (Observer* observer : worker_.listeners.barrier) {
    observer->barrier_release({index_, id, released,
                               barrier.expected == 0 ? threads_ : barrier.expected, different,
                               barrier.first, different ? barrier.last : barrier.first});
  }
  active_barriers_ &= ~(1U << id);
  std::ranges::fill(barrier.arrived, 0);
  for (Warp& warp : warps_) warp.release(id, barrier.popc, barrier.voters);
}

/// Whom `waiting` waits for: the lowest living thread that did not come, else one that exited.
std::optional<Stuck> Cta::missing_for(const Stuck& waiting) const {
  const Split& split = *waiting.split;
  if (split.wait != Wait::cta_barrier) {
    return lowest_stuck(*waiting.warp, members_at(waiting) & ~split.mask);
  }
  for (const Warp& warp : warps_) {
    const Mask arrived = barriers_[split.barrier].arrived[warp.index()];
    if (const auto stuck = lowest_stuck(warp, ~arrived)) return stuck;
  }
  return std::nullopt;
}

void Cta::report_deadlock() {
  std::optional<Stuck> waiting;
  for (const Warp& warp : warps_) {
    if (!waiting) waiting = lowest_stuck(warp, ~Mask{0});
  }
  Deadlock deadlock;
  deadlock.cta = index_;
  deadlock.waiting = waiting->warp->place_of(*waiting->split);
  deadlock.waiting_thread = waiting->thread;
  deadlock.warp_level = waiting->split->wait != Wait::cta_barrier;
  const auto other = missing_for(*waiting);
  deadlock.other = other ? other->warp->place_of(*other->split) : deadlock.waiting;
  deadlock.other_thread = other ? other->thread : first_exited();
  if (!other) deadlock.other.pc = ~0U;
  for (Observer* observer : worker_.listeners.barrier) observer->deadlock(deadlock);
  worker_.stop(LaunchEnd::deadlock, deadlock.waiting, deadlock.waiting_thread);
}

/// The lowest thread that exited, or the number of threads if none did.
std::uint32_t Cta::first_exited() const {
  for (std::uint32_t thread = 0; thread < threads_; ++thread) {
    if ((warps_[thread / kWarpSize].live() >> thread % kWarpSize & 1U) == 0) return thread;
  }
  return threads_;
}

}  // namespace warpgrade::simt
