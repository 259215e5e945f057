// SPDX-License-Identifier: Apache-2.0
// shfl, vote, match, redux, activemask, elect (PTX ISA 9.7.9.6, 9.7.13.9 to 9.7.13.14). All lanes
// that a member mask names run together here, so what a lane may see is what is active.
#include "harness/emulator/simt/handlers.hpp"
#include "harness/emulator/simt/warp.hpp"

#include "harness/core/poison.hpp"

#include <array>
#include <bit>

namespace warpgrade::simt {
namespace {

using ptx::Mode;
using ptx::Operation;
using Lanes = std::array<std::uint32_t, kWarpSize>;

void store(Warp& warp, Slot slot, const Lanes& values) {
  auto* const d = warp.lanes<std::uint32_t>(slot);
  for (unsigned i = 0; i < kWarpSize; ++i) d[i] = warp.active(i) ? values[i] : d[i];
}

void store_predicate(Warp& warp, Slot slot, Mask value) {
  auto* const d = warp.lanes<Mask>(slot);
  *d = (*d & ~warp.mask()) | (value & warp.mask());
}

/// The lane that `lane` reads, and whether it lies in the segment (PTX ISA 9.7.9.6).
template <Mode kMode>
struct Source {
  unsigned lane;
  bool inside;

  static Source of(unsigned lane, std::uint32_t b, std::uint32_t c) {
    const unsigned clamp = c & 31U;
    const unsigned segment = c >> 8 & 31U;
    const unsigned by = b & 31U;
    const unsigned low = lane & segment;
    const unsigned high = low | (clamp & ~segment);
    if constexpr (kMode == Mode::up) {
      const bool inside = static_cast<int>(lane) - static_cast<int>(by) >= static_cast<int>(high);
      return {inside ? lane - by : lane, inside};
    }
    unsigned from = lane + by;
    if constexpr (kMode == Mode::bfly) from = lane ^ by;
    if constexpr (kMode == Mode::idx) from = low | (by & ~segment);
    return {from <= high ? from : lane, from <= high};
  }
};

template <Mode kMode>
const Op* shuffle(Warp& warp, const Op& op) {
  if (!warp.gathered(op, Wait::warp_values)) return nullptr;
  const auto* const a = warp.lanes<std::uint32_t>(op.a);
  const auto* const b = warp.lanes<std::uint32_t>(op.b);
  const auto* const c = warp.lanes<std::uint32_t>(op.c);
  Lanes values{};
  Mask inside = 0;
  for (unsigned i = 0; i < kWarpSize; ++i) {
    const auto source = Source<kMode>::of(i, b[i], c[i]);
    inside |= Mask{source.inside} << i;
    // What a lane that does not take part has is undefined.
    values[i] = warp.active(source.lane) ? a[source.lane] : kRefusedLoad;
  }
  store(warp, op.d, values);
  store_predicate(warp, Slot{op.x}, inside);
  return &op + 1;
}

template <Mode kMode>
const Op* vote(Warp& warp, const Op& op) {
  if (!warp.gathered(op, Wait::warp_values)) return nullptr;
  const auto* const members = warp.lanes<std::uint32_t>(op.e);
  const Mask yes = *warp.lanes<Mask>(op.a);
  Lanes ballots{};
  Mask verdict = 0;
  for (unsigned i = 0; i < kWarpSize; ++i) {
    const Mask group = members[i] & warp.mask();
    const Mask agree = yes & group;
    ballots[i] = agree;
    bool holds = agree == group;
    if constexpr (kMode == Mode::any) holds = agree != 0;
    if constexpr (kMode == Mode::uni) holds = agree == group || agree == 0;
    verdict |= Mask{holds} << i;
  }
  if constexpr (kMode == Mode::ballot) {
    store(warp, op.d, ballots);
  } else {
    store_predicate(warp, op.d, verdict);
  }
  return &op + 1;
}

template <Mode kMode, class T>
const Op* match(Warp& warp, const Op& op) {
  if (!warp.gathered(op, Wait::warp_values)) return nullptr;
  const auto* const members = warp.lanes<std::uint32_t>(op.e);
  const auto* const a = warp.lanes<T>(op.a);
  Lanes values{};
  Mask all = 0;
  for (unsigned i = 0; i < kWarpSize; ++i) {
    const Mask group = members[i] & warp.mask();
    Mask same = 0;
    for (unsigned k = 0; k < kWarpSize; ++k) same |= Mask{a[k] == a[i]} << k;
    same &= group;
    values[i] = kMode == Mode::any || same == group ? same : 0;
    all |= Mask{same == group} << i;
  }
  store(warp, op.d, values);
  store_predicate(warp, Slot{op.x}, all);
  return &op + 1;
}

template <Operation kOperation, class T>
T combined(T a, T b) {
  using enum Operation;
  if constexpr (kOperation == add)
    return static_cast<T>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
  if constexpr (kOperation == min) return b < a ? b : a;
  if constexpr (kOperation == max) return a < b ? b : a;
  if constexpr (kOperation == and_) return a & b;
  if constexpr (kOperation == or_) return a | b;
  if constexpr (kOperation == xor_) return a ^ b;
}

template <Operation kOperation, class T>
const Op* reduce(Warp& warp, const Op& op) {
  if (!warp.gathered(op, Wait::warp_values)) return nullptr;
  const auto* const members = warp.lanes<std::uint32_t>(op.e);
  const auto* const a = warp.lanes<T>(op.a);
  Lanes values{};
  for (unsigned i = 0; i < kWarpSize; ++i) {
    Mask group = members[i] & warp.mask();
    if (group == 0) continue;
    T sum = a[std::countr_zero(group)];
    for (group &= group - 1; group != 0; group &= group - 1) {
      sum = combined<kOperation, T>(sum, a[std::countr_zero(group)]);
    }
    values[i] = static_cast<std::uint32_t>(sum);
  }
  store(warp, op.d, values);
  return &op + 1;
}

}  // namespace

const Op* activemask_handler(Warp& warp, const Op& op) {
  Lanes values{};
  values.fill(warp.mask());
  store(warp, op.d, values);
  return &op + 1;
}

/// The lowest member is the leader.
const Op* elect_handler(Warp& warp, const Op& op) {
  if (!warp.gathered(op, Wait::warp_values)) return nullptr;
  const auto* const members = warp.lanes<std::uint32_t>(op.e);
  Lanes values{};
  Mask leaders = 0;
  for (unsigned i = 0; i < kWarpSize; ++i) {
    const Mask group = members[i] & warp.mask();
    values[i] = group == 0 ? 0 : static_cast<std::uint32_t>(std::countr_zero(group));
    leaders |= Mask{values[i] == i} << i;
  }
  store(warp, op.d, values);
  store_predicate(warp, Slot{op.x}, leaders);
  return &op + 1;
}

Handler shuffle_handler(Mode mode) {
  switch (mode) {
    case Mode::up:
      return shuffle<Mode::up>;
    case Mode::down:
      return shuffle<Mode::down>;
    case Mode::bfly:
      return shuffle<Mode::bfly>;
    default:
      return shuffle<Mode::idx>;
  }
}

Handler vote_handler(Mode mode) {
  switch (mode) {
    case Mode::all:
      return vote<Mode::all>;
    case Mode::any:
      return vote<Mode::any>;
    case Mode::uni:
      return vote<Mode::uni>;
    default:
      return vote<Mode::ballot>;
  }
}

Handler match_handler(Mode mode, bool wide) {
  if (mode == Mode::any) {
    return wide ? match<Mode::any, std::uint64_t> : match<Mode::any, std::uint32_t>;
  }
  return wide ? match<Mode::all, std::uint64_t> : match<Mode::all, std::uint32_t>;
}

Handler reduce_handler(Operation operation, bool is_signed) {
  using u32 = std::uint32_t;
  using s32 = std::int32_t;
  switch (operation) {
    case Operation::add:
      return reduce<Operation::add, u32>;
    case Operation::min:
      return is_signed ? reduce<Operation::min, s32> : reduce<Operation::min, u32>;
    case Operation::max:
      return is_signed ? reduce<Operation::max, s32> : reduce<Operation::max, u32>;
    case Operation::and_:
      return reduce<Operation::and_, u32>;
    case Operation::or_:
      return reduce<Operation::or_, u32>;
    case Operation::xor_:
      return reduce<Operation::xor_, u32>;
    default:
      return nullptr;
  }
}

}  // namespace warpgrade::simt
