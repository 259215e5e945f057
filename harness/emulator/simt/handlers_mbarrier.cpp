// SPDX-License-Identifier: Apache-2.0
// mbarrier.* (PTX ISA 9.7.13.15) and cp.async.mbarrier.arrive: lanes one after the other, lowest
// first.
#include "harness/emulator/simt/access.hpp"
#include "harness/emulator/simt/async.hpp"
#include "harness/emulator/simt/cta.hpp"
#include "harness/emulator/simt/handlers.hpp"
#include "harness/emulator/simt/mbarrier.hpp"

#include <array>
#include <bit>
#include <cstring>

namespace warpgrade::simt {
namespace {

using ptx::Mode;
using ptx::Opcode;

/// Offsets in shared memory of what generic and shared addresses name.
LaneAddresses in_shared(LaneAddresses address) {
  for (std::uint64_t& at : address) at -= at >= kSharedWindow ? kSharedWindow : 0;
  return address;
}

/// Calls `act(barrier, lane)` for each admitted lane's object and stores what it made of it.
void each_barrier(Warp& warp, const Op& op, const auto& act, AccessKind kind = AccessKind::atomic) {
  LaneAddresses given;
  read_addresses(warp, op, given);
  Access access;
  access.address = in_shared(given);
  access.bytes = sizeof(std::uint64_t);
  access.kind = kind;
  access.space = ptx::StateSpace::shared;
  admit(warp, op, access);
  for (Mask left = access.mask; left != 0; left &= left - 1) {
    const auto i = static_cast<unsigned>(std::countr_zero(left));
    std::byte* const at = data_of(warp, access, i);
    std::uint64_t bits = 0;
    std::memcpy(&bits, at, sizeof bits);
    Mbarrier barrier{bits};
    act(barrier, i);
    bits = barrier.bits();
    std::memcpy(at, &bits, sizeof bits);
  }
  announce(warp, op, access);
}

using Change = void (*)(Mbarrier&, std::uint32_t count);

/// d: the state before; e: count or bytes. To init and inval nothing need have been there: they
/// store.
template <Change kChange, AccessKind kKind = AccessKind::atomic>
const Op* change(Warp& warp, const Op& op) {
  auto* const d = warp.lanes<std::uint64_t>(op.d);
  const auto* const count = warp.lanes<std::uint32_t>(op.e);
  each_barrier(
      warp, op,
      [&](Mbarrier& barrier, unsigned lane) {
        d[lane] = barrier.bits();
        kChange(barrier, count[lane]);
      },
      kKind);
  return &op + 1;
}

void start(Mbarrier& barrier, std::uint32_t count) { barrier = Mbarrier::fresh(count); }
void end(Mbarrier& barrier, std::uint32_t) { barrier = Mbarrier{0}; }
void arrive(Mbarrier& barrier, std::uint32_t count) { barrier.arrive(count); }
void drop(Mbarrier& barrier, std::uint32_t count) { barrier.drop(count); }
void expect(Mbarrier& barrier, std::uint32_t bytes) { barrier.expect(bytes); }
void complete(Mbarrier& barrier, std::uint32_t bytes) { barrier.complete(bytes); }
void expect_and_arrive(Mbarrier& barrier, std::uint32_t bytes) {
  barrier.expect(bytes);
  barrier.arrive(1);
}
void expect_and_drop(Mbarrier& barrier, std::uint32_t bytes) {
  barrier.expect(bytes);
  barrier.drop(1);
}

/// d: predicate; e: state (64 bits), or parity. kPatient: who finds the phase unfinished lets
/// others run.
template <bool kParity, bool kPatient>
const Op* test(Warp& warp, const Op& op) {
  const auto* const state = warp.lanes<std::uint64_t>(op.e);
  const auto* const parity = warp.lanes<std::uint32_t>(op.e);
  Mask ended = 0;
  each_barrier(warp, op, [&](Mbarrier& barrier, unsigned lane) {
    const bool yes = kParity ? barrier.ended_parity(parity[lane]) : barrier.ended(state[lane]);
    ended |= Mask{yes} << lane;
  });
  auto* const d = warp.lanes<Mask>(op.d);
  *d = (*d & ~warp.mask()) | ended;
  if (!kPatient || ended == warp.mask()) return &op + 1;
  warp.yield();
  return &op + 1;
}

struct ChangeRow {
  Opcode opcode;
  Mode mode;
  Handler handler;
};

constexpr std::array kChanges{
    ChangeRow{Opcode::mbarrier_init, Mode::none, change<start, AccessKind::store>},
    ChangeRow{Opcode::mbarrier_inval, Mode::none, change<end, AccessKind::store>},
    ChangeRow{Opcode::mbarrier_arrive, Mode::none, change<arrive>},
    ChangeRow{Opcode::mbarrier_arrive, Mode::no_complete, change<arrive>},
    ChangeRow{Opcode::mbarrier_arrive, Mode::expect_tx, change<expect_and_arrive>},
    ChangeRow{Opcode::mbarrier_arrive_drop, Mode::none, change<drop>},
    ChangeRow{Opcode::mbarrier_arrive_drop, Mode::no_complete, change<drop>},
    ChangeRow{Opcode::mbarrier_arrive_drop, Mode::expect_tx, change<expect_and_drop>},
    ChangeRow{Opcode::mbarrier_expect_tx, Mode::none, change<expect>},
    ChangeRow{Opcode::mbarrier_complete_tx, Mode::none, change<complete>},
    ChangeRow{Opcode::mbarrier_test_wait, Mode::none, test<false, false>},
    ChangeRow{Opcode::mbarrier_test_wait, Mode::parity, test<true, false>},
    ChangeRow{Opcode::mbarrier_try_wait, Mode::none, test<false, true>},
    ChangeRow{Opcode::mbarrier_try_wait, Mode::parity, test<true, true>},
};

}  // namespace

Handler mbarrier_handler(Opcode opcode, Mode mode) {
  for (const ChangeRow& row : kChanges) {
    if (row.opcode == opcode && row.mode == mode) return row.handler;
  }
  return nullptr;
}

const Op* mbarrier_pending_handler(Warp& warp, const Op& op) {
  const auto* const state = warp.lanes<std::uint64_t>(op.a);
  auto* const d = warp.lanes<std::uint32_t>(op.d);
  for (unsigned i = 0; i < kWarpSize; ++i) {
    d[i] = warp.active(i) ? Mbarrier{state[i]}.pending() : d[i];
  }
  return &op + 1;
}

// The copies need not be committed. They arrive here rather than later, which is legal, too.
const Op* async_arrive_handler(Warp& warp, const Op& op) {
  warp.copies().wait_all(warp, warp.mask());
  const bool counted = op.x != 0;
  each_barrier(warp, op, [&](Mbarrier& barrier, unsigned) {
    if (!counted) barrier.await_one_more();
    barrier.arrive(1);
  });
  return &op + 1;
}

}  // namespace warpgrade::simt
