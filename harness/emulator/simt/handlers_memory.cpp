// SPDX-License-Identifier: Apache-2.0
// ld and st. One function each for a space, a type and a vector length.
#include "harness/emulator/simt/access.hpp"
#include "harness/emulator/simt/cta.hpp"
#include "harness/emulator/simt/handlers.hpp"

#include "harness/core/poison.hpp"

#include <array>
#include <bit>
#include <cstring>
#include <type_traits>
#include <utility>

namespace warpgrade::simt {
namespace {

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
  constexpr bool kWindow = kSpace == StateSpace::shared || kSpace == StateSpace::local;
  return kWindow ? address : address - kDeviceBase;
}

template <class T>
T read_value(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

/// What a refused load gives: the pattern in every 32 bits, cut to the type.
template <class T>
Register<T> refused_value() {
  constexpr std::uint64_t kPattern = std::uint64_t{kRefusedLoad} << 32 | kRefusedLoad;
  return static_cast<Register<T>>(static_cast<T>(kPattern));
}

template <StateSpace kSpace, class T, unsigned kVector>
void load_element(const Warp& warp, const Access& access, Slot slot, unsigned element) {
  const Origin origin = origin_of<kSpace>(warp);
  auto* const d = warp.lanes<Register<T>>(slot);
  const auto at = [&](unsigned i) {
    return origin.base + offset_of<kSpace>(access.address[i]) + i * origin.stride +
           element * sizeof(T);
  };
  if (kVector == 1 && sizeof(T) >= 4 && kSpace != StateSpace::local && access.unit) {
    std::memcpy(d, at(0), sizeof(T) * kWarpSize);
    return;
  }
  if (warp.whole() && kSpace != StateSpace::local) {
    for (unsigned i = 0; i < kWarpSize; ++i) d[i] = static_cast<Register<T>>(read_value<T>(at(i)));
    return;
  }
  for (Mask left = access.mask; left != 0; left &= left - 1) {
    const auto i = static_cast<unsigned>(std::countr_zero(left));
    d[i] = static_cast<Register<T>>(read_value<T>(at(i)));
  }
}

template <class T>
void load_refused(const Warp& warp, const Access& access, Slot slot) {
  auto* const d = warp.lanes<Register<T>>(slot);
  for (unsigned i = 0; i < kWarpSize; ++i) {
    d[i] = (access.refused >> i & 1U) != 0 ? refused_value<T>() : d[i];
  }
}

template <StateSpace kSpace, class T, unsigned kVector>
void load_from(Warp& warp, const Op& op, const LaneAddresses& address, std::uint64_t window) {
  Access access;
  for (unsigned i = 0; i < kWarpSize; ++i) access.address[i] = address[i] - window;
  access.bytes = sizeof(T) * kVector;
  access.kind = AccessKind::load;
  access.space = kSpace;
  admit(warp, op, access);
  const Slot* const slots = &warp.worker().program.pool[op.x];
  for (unsigned k = 0; k < kVector; ++k) {
    if (access.mask != 0) load_element<kSpace, T, kVector>(warp, access, slots[k], k);
    if (access.refused != 0) load_refused<T>(warp, access, slots[k]);
  }
  announce(warp, op, access);
}

template <StateSpace kSpace, class T, unsigned kVector>
void store_element(const Warp& warp, const Access& access, Slot slot, unsigned element) {
  const Origin origin = origin_of<kSpace>(warp);
  const auto* const from = warp.lanes<Register<T>>(slot);
  const auto at = [&](unsigned i) {
    return origin.base + offset_of<kSpace>(access.address[i]) + i * origin.stride +
           element * sizeof(T);
  };
  if (kVector == 1 && sizeof(T) >= 4 && kSpace != StateSpace::local && access.unit) {
    std::memcpy(at(0), from, sizeof(T) * kWarpSize);
    return;
  }
  for (Mask left = access.mask; left != 0; left &= left - 1) {
    const auto i = static_cast<unsigned>(std::countr_zero(left));
    const T value = static_cast<T>(from[i]);
    std::memcpy(at(i), &value, sizeof value);
  }
}

/// The bytes that each lane stores, as one number; for stores of at most 4 bytes.
template <class T, unsigned kVector>
std::array<std::uint32_t, kWarpSize> stored_values(const Warp& warp, const Slot* slots) {
  std::array<std::uint32_t, kWarpSize> values{};
  for (unsigned k = 0; k < kVector; ++k) {
    const auto* const from = warp.lanes<Register<T>>(slots[k]);
    for (unsigned i = 0; i < kWarpSize; ++i) {
      values[i] |= static_cast<std::uint32_t>(static_cast<std::make_unsigned_t<T>>(from[i]))
                   << 8 * sizeof(T) * k;
    }
  }
  return values;
}

template <StateSpace kSpace, class T, unsigned kVector>
void store_to(Warp& warp, const Op& op, const LaneAddresses& address, std::uint64_t window) {
  Access access;
  for (unsigned i = 0; i < kWarpSize; ++i) access.address[i] = address[i] - window;
  access.bytes = sizeof(T) * kVector;
  access.kind = AccessKind::store;
  access.space = kSpace;
  admit(warp, op, access);
  const Slot* const slots = &warp.worker().program.pool[op.x];
  if (access.mask == 0) return;
  for (unsigned k = 0; k < kVector; ++k)
    store_element<kSpace, T, kVector>(warp, access, slots[k], k);
  if (kSpace == StateSpace::shared && sizeof(T) * kVector <= 4 &&
      !warp.worker().listeners.shared.empty()) {
    const auto values = stored_values<T, kVector>(warp, slots);
    announce(warp, op, access, &values);
  } else {
    announce(warp, op, access);
  }
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

template <class T, unsigned kVector>
Handler load_of(StateSpace space) {
  using enum StateSpace;
  switch (space) {
    case global:
      return move_in<load_from<global, T, kVector>>;
    case constant:
      return move_in<load_from<constant, T, kVector>>;
    case shared:
      return move_in<load_from<shared, T, kVector>>;
    case local:
      return move_in<load_from<local, T, kVector>>;
    case generic:
      return move_generic<load_from<global, T, kVector>, load_from<shared, T, kVector>,
                          load_from<local, T, kVector>>;
    default:
      return nullptr;
  }
}

template <class T, unsigned kVector>
Handler store_of(StateSpace space) {
  using enum StateSpace;
  switch (space) {
    case global:
      return move_in<store_to<global, T, kVector>>;
    case shared:
      return move_in<store_to<shared, T, kVector>>;
    case local:
      return move_in<store_to<local, T, kVector>>;
    case generic:
      return move_generic<store_to<global, T, kVector>, store_to<shared, T, kVector>,
                          store_to<local, T, kVector>>;
    default:
      return nullptr;
  }
}

/// Calls `make` with a value of the type and the vector length as a constant.
Handler by_type(Type type, std::uint32_t vector, const auto& make) {
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

}  // namespace

Handler load_handler(StateSpace space, Type type, std::uint32_t vector) {
  return by_type(type, vector, [&](auto value, auto count) {
    return load_of<decltype(value), decltype(count)::value>(space);
  });
}

Handler store_handler(StateSpace space, Type type, std::uint32_t vector) {
  return by_type(type, vector, [&](auto value, auto count) {
    return store_of<decltype(value), decltype(count)::value>(space);
  });
}

}  // namespace warpgrade::simt
