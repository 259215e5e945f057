// SPDX-License-Identifier: Apache-2.0
// st. One function each for a space, a type and a vector length.
#include "harness/emulator/simt/handlers.hpp"
#include "harness/emulator/simt/lane_memory.hpp"

#include <array>
#include <bit>
#include <cstring>
#include <type_traits>

namespace warpgrade::simt {
namespace {

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

/// The lanes that store something else than what is there.
template <StateSpace kSpace, class T, unsigned kVector>
Mask changed_lanes(const Warp& warp, const Access& access, const Slot* slots) {
  const Origin origin = origin_of<kSpace>(warp);
  Mask changed = 0;
  for (unsigned k = 0; k < kVector; ++k) {
    const auto* const from = warp.lanes<Register<T>>(slots[k]);
    for (Mask left = access.mask; left != 0; left &= left - 1) {
      const auto i = static_cast<unsigned>(std::countr_zero(left));
      T before;
      std::memcpy(&before, origin.base + offset_of<kSpace>(access.address[i]) + k * sizeof(T),
                  sizeof before);
      changed |= Mask{before != static_cast<T>(from[i])} << i;
    }
  }
  return changed;
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
  Mask changed = ~Mask{0};
  if (kSpace == StateSpace::global && warp.worker().listeners.want_changes) {
    changed = changed_lanes<kSpace, T, kVector>(warp, access, slots);
  }
  for (unsigned k = 0; k < kVector; ++k)
    store_element<kSpace, T, kVector>(warp, access, slots[k], k);
  if (kSpace == StateSpace::shared && sizeof(T) * kVector <= 4 &&
      !warp.worker().listeners.shared.empty()) {
    const auto values = stored_values<T, kVector>(warp, slots);
    announce(warp, op, access, &values);
  } else {
    announce(warp, op, access, nullptr, changed);
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

}  // namespace

Handler store_handler(StateSpace space, Type type, std::uint32_t vector) {
  return by_type(type, vector, [&](auto value, auto count) {
    return store_of<decltype(value), decltype(count)::value>(space);
  });
}

}  // namespace warpgrade::simt
