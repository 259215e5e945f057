// SPDX-License-Identifier: Apache-2.0
// atom and red (PTX ISA 9.7.13.5): lanes one after the other, lowest first.
#include "harness/emulator/simt/access.hpp"
#include "harness/emulator/simt/cta.hpp"
#include "harness/emulator/simt/half.hpp"
#include "harness/emulator/simt/handlers.hpp"
#include "harness/emulator/simt/number.hpp"

#include "harness/core/poison.hpp"

#include <atomic>
#include <bit>
#include <cstring>
#include <type_traits>

namespace warpgrade::simt {
namespace {

using ptx::Operation;
using ptx::StateSpace;
using ptx::Type;

template <class T>
using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t,
                                std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint16_t>>;
template <class T>
using Register = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

template <Operation kOperation, class T>
T changed(T old, T b, T c) {
  using enum Operation;
  if constexpr (kOperation == add && std::is_floating_point_v<T>) return canonical(old + b);
  if constexpr (SmallFloat<T>) return half::add<T, false>(old, b);
  if constexpr (SmallPair<T>) return half::paired2<half::add<half::PartOf<T>, false>, T>(old, b);
  if constexpr (kOperation == add && std::is_integral_v<T>) {
    return static_cast<T>(static_cast<Bits<T>>(old) + static_cast<Bits<T>>(b));
  }
  if constexpr (std::is_integral_v<T>) {
    if constexpr (kOperation == min) return b < old ? b : old;
    if constexpr (kOperation == max) return old < b ? b : old;
    if constexpr (kOperation == inc) return old >= b ? T{0} : static_cast<T>(old + 1);
    if constexpr (kOperation == dec) return old == 0 || old > b ? b : static_cast<T>(old - 1);
    if constexpr (kOperation == exch) return b;
    if constexpr (kOperation == cas) return old == b ? c : old;
    if constexpr (kOperation == and_) return old & b;
    if constexpr (kOperation == or_) return old | b;
    if constexpr (kOperation == xor_) return old ^ b;
  }
}

/// Replaces the value at `at` and returns the old one. `together`: other workers may do the same.
template <Operation kOperation, class T>
Bits<T> replace(std::byte* at, T b, T c, bool together) {
  auto& cell = *reinterpret_cast<Bits<T>*>(at);
  const auto next = [&](Bits<T> old) {
    return std::bit_cast<Bits<T>>(changed<kOperation, T>(std::bit_cast<T>(old), b, c));
  };
  if (!together) {
    const Bits<T> old = cell;
    cell = next(old);
    return old;
  }
  const std::atomic_ref<Bits<T>> shared(cell);
  Bits<T> old = shared.load(std::memory_order_relaxed);
  while (!shared.compare_exchange_weak(old, next(old), std::memory_order_relaxed)) {
  }
  return old;
}

template <StateSpace kSpace, Operation kOperation, class T>
void change(Warp& warp, const Op& op, const LaneAddresses& address, std::uint64_t window) {
  Access access;
  for (unsigned i = 0; i < kWarpSize; ++i) access.address[i] = address[i] - window;
  access.bytes = sizeof(T);
  access.kind = AccessKind::atomic;
  access.space = kSpace;
  admit(warp, op, access);
  auto* const d = warp.lanes<Register<T>>(op.d);
  const auto* const b = warp.lanes<Register<T>>(op.e);
  const auto* const c = warp.lanes<Register<T>>(kOperation == Operation::cas ? Slot{op.x} : op.e);
  const bool together = kSpace == StateSpace::global && warp.worker().parallel;
  for (Mask left = access.mask; left != 0; left &= left - 1) {
    const auto i = static_cast<unsigned>(std::countr_zero(left));
    const auto operand = std::bit_cast<T>(static_cast<Bits<T>>(b[i]));
    const auto second = std::bit_cast<T>(static_cast<Bits<T>>(c[i]));
    d[i] = replace<kOperation, T>(data_of(warp, access, i), operand, second, together);
  }
  for (unsigned i = 0; i < kWarpSize; ++i) {
    constexpr std::uint64_t pattern = std::uint64_t{kRefusedLoad} << 32 | kRefusedLoad;
    if ((access.refused >> i & 1U) != 0) d[i] = static_cast<Register<T>>(pattern);
  }
  announce(warp, op, access);
}

template <Operation kOperation, class T>
const Op* change_generic(Warp& warp, const Op& op) {
  LaneAddresses address;
  read_addresses(warp, op, address);
  resolve_generic(warp, address, [&](StateSpace space, std::uint64_t window) {
    if (space == StateSpace::shared) {
      change<StateSpace::shared, kOperation, T>(warp, op, address, window);
    } else if (space == StateSpace::local) {
      change<StateSpace::local, kOperation, T>(warp, op, address, window);
    } else {
      change<StateSpace::global, kOperation, T>(warp, op, address, window);
    }
  });
  return &op + 1;
}

template <StateSpace kSpace, Operation kOperation, class T>
const Op* change_in(Warp& warp, const Op& op) {
  LaneAddresses address;
  read_addresses(warp, op, address);
  change<kSpace, kOperation, T>(warp, op, address, 0);
  return &op + 1;
}

/// One row: the operation on a type, in each space.
struct AtomicRow {
  Operation operation;
  Type type;
  Handler global;
  Handler shared;
  Handler generic;
};

template <Operation kOperation, class T>
constexpr AtomicRow atomic_row(Type type) {
  return {kOperation, type, change_in<StateSpace::global, kOperation, T>,
          change_in<StateSpace::shared, kOperation, T>, change_generic<kOperation, T>};
}

// clang-format off
constexpr AtomicRow kRows[] = {  // NOLINT(modernize-avoid-c-arrays): a table without its length
    atomic_row<Operation::add, std::uint32_t>(Type::u32), atomic_row<Operation::add, std::uint32_t>(Type::s32),
    atomic_row<Operation::add, std::uint64_t>(Type::u64), atomic_row<Operation::add, float>(Type::f32),
    atomic_row<Operation::add, double>(Type::f64),
    atomic_row<Operation::add, Half>(Type::f16), atomic_row<Operation::add, Half2>(Type::f16x2),
    atomic_row<Operation::add, Bfloat>(Type::bf16), atomic_row<Operation::add, Bfloat2>(Type::bf16x2),
    atomic_row<Operation::min, std::uint32_t>(Type::u32), atomic_row<Operation::min, std::int32_t>(Type::s32),
    atomic_row<Operation::min, std::uint64_t>(Type::u64), atomic_row<Operation::min, std::int64_t>(Type::s64),
    atomic_row<Operation::max, std::uint32_t>(Type::u32), atomic_row<Operation::max, std::int32_t>(Type::s32),
    atomic_row<Operation::max, std::uint64_t>(Type::u64), atomic_row<Operation::max, std::int64_t>(Type::s64),
    atomic_row<Operation::and_, std::uint32_t>(Type::b32), atomic_row<Operation::and_, std::uint64_t>(Type::b64),
    atomic_row<Operation::or_, std::uint32_t>(Type::b32), atomic_row<Operation::or_, std::uint64_t>(Type::b64),
    atomic_row<Operation::xor_, std::uint32_t>(Type::b32), atomic_row<Operation::xor_, std::uint64_t>(Type::b64),
    atomic_row<Operation::inc, std::uint32_t>(Type::u32), atomic_row<Operation::dec, std::uint32_t>(Type::u32),
    atomic_row<Operation::exch, std::uint32_t>(Type::b32), atomic_row<Operation::exch, std::uint64_t>(Type::b64),
    atomic_row<Operation::cas, std::uint16_t>(Type::b16), atomic_row<Operation::cas, std::uint32_t>(Type::b32),
    atomic_row<Operation::cas, std::uint64_t>(Type::b64),
};
// clang-format on

}  // namespace

Handler atomic_handler(StateSpace space, Type type, Operation operation) {
  for (const AtomicRow& row : kRows) {
    if (row.operation != operation || row.type != type) continue;
    if (space == StateSpace::global) return row.global;
    if (space == StateSpace::shared) return row.shared;
    return space == StateSpace::generic ? row.generic : nullptr;
  }
  return nullptr;
}

}  // namespace warpgrade::simt
