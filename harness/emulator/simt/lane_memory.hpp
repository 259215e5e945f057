// SPDX-License-Identifier: Apache-2.0
// What loads and stores have in common.
#pragma once

#include "harness/emulator/simt/access.hpp"
#include "harness/emulator/simt/cta.hpp"

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace warpgrade::simt {

using ptx::StateSpace;
using ptx::Type;

template <class T>
using Register = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

/// First byte of the space, and bytes from one lane's memory to the next one's.
struct Origin {
  std::byte* base;
  std::size_t stride;
};

template <StateSpace kSpace>
Origin origin_of(const Warp& warp) {
  if constexpr (kSpace == StateSpace::shared) return {warp.cta().shared(), 0};
  if constexpr (kSpace == StateSpace::local) {
    return {warp.local(0), static_cast<std::size_t>(warp.local(1) - warp.local(0))};
  }
  return {warp.worker().memory.host(kDeviceBase), 0};
}

/// Device addresses count from kDeviceBase, offsets from 0.
template <StateSpace kSpace>
std::uint64_t offset_of(std::uint64_t address) {
  constexpr bool is_window = kSpace == StateSpace::shared || kSpace == StateSpace::local;
  return is_window ? address : address - kDeviceBase;
}

using Mover = void (*)(Warp&, const Op&, const LaneAddresses&, std::uint64_t);

template <Mover kMove>
const Op* move_in(Warp& warp, const Op& op) {
  LaneAddresses address;
  read_addresses(warp, op, address);
  kMove(warp, op, address, 0);
  return &op + 1;
}

template <Mover kGlobal, Mover kShared, Mover kLocal>
const Op* move_generic(Warp& warp, const Op& op) {
  LaneAddresses address;
  read_addresses(warp, op, address);
  resolve_generic(warp, address, [&](StateSpace space, std::uint64_t window) {
    if (space == StateSpace::shared) return kShared(warp, op, address, window);
    if (space == StateSpace::local) return kLocal(warp, op, address, window);
    kGlobal(warp, op, address, window);
  });
  return &op + 1;
}

/// Calls `make` with a value of the type and the vector length as a constant.
inline Handler by_type(Type type, std::uint32_t vector, const auto& make) {
  const auto with = [&](auto value) -> Handler {
    if (vector == 1) return make(value, std::integral_constant<unsigned, 1>{});
    if (vector == 2) return make(value, std::integral_constant<unsigned, 2>{});
    return sizeof(value) <= 4 && vector == 4 ? make(value, std::integral_constant<unsigned, 4>{})
                                             : nullptr;
  };
  switch (type) {
    case Type::u8:
      return with(std::uint8_t{});
    case Type::s8:
      return with(std::int8_t{});
    case Type::u16:
      return with(std::uint16_t{});
    case Type::s16:
      return with(std::int16_t{});
    case Type::u32:
      return with(std::uint32_t{});
    case Type::u64:
      return with(std::uint64_t{});
    default:
      return nullptr;
  }
}

}  // namespace warpgrade::simt
