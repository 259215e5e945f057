// SPDX-License-Identifier: Apache-2.0
// Vectors in one register, clocks, addresses, and parameters of calls.
#include "harness/emulator/simt/handlers.hpp"
#include "harness/emulator/simt/memory.hpp"
#include "harness/emulator/simt/warp.hpp"
#include "harness/emulator/simt/worker.hpp"

#include <cstring>

namespace warpgrade::simt {
namespace {

using ptx::StateSpace;
using ptx::Type;

const Slot* pool(const Warp& warp, const Op& op) { return &warp.worker().program.pool[op.x]; }

/// kCount parts of kBytes each make up a register; the first is the lowest.
template <unsigned kBytes, unsigned kCount>
const Op* pack(Warp& warp, const Op& op) {
  using Whole = std::conditional_t<kBytes * kCount == 8, std::uint64_t, std::uint32_t>;
  constexpr auto part_mask = static_cast<std::uint32_t>((std::uint64_t{1} << 8 * kBytes) - 1);
  Whole values[kWarpSize] = {};  // NOLINT(modernize-avoid-c-arrays)
  for (unsigned k = 0; k < kCount; ++k) {
    const auto* const part = warp.lanes<std::uint32_t>(pool(warp, op)[k]);
    for (unsigned i = 0; i < kWarpSize; ++i)
      values[i] |= Whole{part[i] & part_mask} << 8 * kBytes * k;
  }
  auto* const d = warp.lanes<Whole>(op.d);
  for (unsigned i = 0; i < kWarpSize; ++i) d[i] = warp.active(i) ? values[i] : d[i];
  return &op + 1;
}

template <unsigned kBytes, unsigned kCount>
const Op* unpack(Warp& warp, const Op& op) {
  using Whole = std::conditional_t<kBytes * kCount == 8, std::uint64_t, std::uint32_t>;
  constexpr auto part_mask = static_cast<std::uint32_t>((std::uint64_t{1} << 8 * kBytes) - 1);
  Whole values[kWarpSize];  // NOLINT(modernize-avoid-c-arrays): a part may be the source
  std::memcpy(values, warp.lanes<Whole>(op.a), sizeof values);
  for (unsigned k = 0; k < kCount; ++k) {
    auto* const part = warp.lanes<std::uint32_t>(pool(warp, op)[k]);
    for (unsigned i = 0; i < kWarpSize; ++i) {
      const auto value = static_cast<std::uint32_t>(values[i] >> 8 * kBytes * k) & part_mask;
      part[i] = warp.active(i) ? value : part[i];
    }
  }
  return &op + 1;
}

/// Reads kBytes of every lane's field and extends them by the sign of T.
template <class T>
const Op* load_field(Warp& warp, const Op& op) {
  using Register = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
  const auto* const from = warp.lanes<std::byte>(op.a);
  auto* const d = warp.lanes<Register>(op.d);
  for (unsigned i = 0; i < kWarpSize; ++i) {
    T value;
    std::memcpy(&value, from + std::size_t{i} * op.x + op.offset, sizeof value);
    d[i] = warp.active(i) ? static_cast<Register>(value) : d[i];
  }
  return &op + 1;
}

}  // namespace

Handler pack_handler(std::uint32_t element_bytes, std::uint32_t count) {
  if (element_bytes == 4 && count == 2) return pack<4, 2>;
  if (element_bytes == 2 && count == 4) return pack<2, 4>;
  if (element_bytes == 2 && count == 2) return pack<2, 2>;
  if (element_bytes == 1 && count == 4) return pack<1, 4>;
  return element_bytes == 1 && count == 2 ? pack<1, 2> : nullptr;
}

Handler unpack_handler(std::uint32_t element_bytes, std::uint32_t count) {
  if (element_bytes == 4 && count == 2) return unpack<4, 2>;
  if (element_bytes == 2 && count == 4) return unpack<2, 4>;
  if (element_bytes == 2 && count == 2) return unpack<2, 2>;
  if (element_bytes == 1 && count == 4) return unpack<1, 4>;
  return element_bytes == 1 && count == 2 ? unpack<1, 2> : nullptr;
}

/// Time is the warp's instructions: the same on every run.
const Op* clock_handler(Warp& warp, const Op& op) {
  auto* const d = warp.lanes<std::uint32_t>(op.d);
  const auto now = static_cast<std::uint32_t>(warp.clock(op));
  for (unsigned i = 0; i < kWarpSize; ++i) d[i] = warp.active(i) ? now : d[i];
  return &op + 1;
}

const Op* clock64_handler(Warp& warp, const Op& op) {
  auto* const d = warp.lanes<std::uint64_t>(op.d);
  const std::uint64_t now = warp.clock(op);
  for (unsigned i = 0; i < kWarpSize; ++i) d[i] = warp.active(i) ? now : d[i];
  return &op + 1;
}

const Op* local_address_handler(Warp& warp, const Op& op) {
  auto* const d = warp.lanes<std::uint64_t>(op.d);
  const std::uint64_t address = warp.frame().local + static_cast<std::uint64_t>(op.offset);
  for (unsigned i = 0; i < kWarpSize; ++i) d[i] = warp.active(i) ? address : d[i];
  return &op + 1;
}

const Op* is_in_space_handler(Warp& warp, const Op& op) {
  const auto* const a = warp.lanes<std::uint64_t>(op.a);
  const auto space = static_cast<StateSpace>(op.x);
  Mask holds = 0;
  for (unsigned i = 0; i < kWarpSize; ++i) {
    const bool shared = a[i] - kSharedWindow < kWindowBytes;
    const bool local = a[i] - kLocalWindow < kWindowBytes;
    bool inside = space == StateSpace::global && !shared && !local;
    if (space == StateSpace::shared) inside = shared;
    if (space == StateSpace::local) inside = local;
    holds |= Mask{inside} << i;
  }
  auto* const d = warp.lanes<Mask>(op.d);
  *d = (*d & ~warp.mask()) | (holds & warp.mask());
  return &op + 1;
}

/// d: register; a: the field, op.x bytes a lane; offset in it; b.bits: ptx::Type.
const Op* load_field_handler(Warp& warp, const Op& op) {
  switch (static_cast<Type>(op.b.bits)) {
    case Type::u8:
      return load_field<std::uint8_t>(warp, op);
    case Type::s8:
      return load_field<std::int8_t>(warp, op);
    case Type::u16:
      return load_field<std::uint16_t>(warp, op);
    case Type::s16:
      return load_field<std::int16_t>(warp, op);
    case Type::u32:
      return load_field<std::uint32_t>(warp, op);
    default:
      return load_field<std::uint64_t>(warp, op);
  }
}

/// d: the field, op.x bytes a lane; a: register; offset in the field; b.bits: bytes to store.
const Op* store_field_handler(Warp& warp, const Op& op) {
  auto* const to = warp.lanes<std::byte>(op.d);
  const auto* const from = warp.lanes<std::byte>(op.a);
  const std::size_t lane_bytes = op.b.bits == 8 ? 8 : 4;
  for (unsigned i = 0; i < kWarpSize; ++i) {
    if (!warp.active(i)) continue;
    std::memcpy(to + std::size_t{i} * op.x + op.offset, from + i * lane_bytes, op.b.bits);
  }
  return &op + 1;
}

}  // namespace warpgrade::simt
