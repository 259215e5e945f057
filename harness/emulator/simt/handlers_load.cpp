// SPDX-License-Identifier: Apache-2.0
// ld. One function each for a space, a type and a vector length.
#include "harness/emulator/simt/handlers.hpp"
#include "harness/emulator/simt/lane_memory.hpp"

#include "harness/core/poison.hpp"

#include <bit>
#include <cstring>

namespace warpgrade::simt {
namespace {

/// As a register holds it: a signed value narrower than the register is extended with its sign.
template <class T>
Register<T> read_value(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return static_cast<Register<T>>(value);  // NOLINT(bugprone-signed-char-misuse)
}

/// What a refused load gives: the pattern in every 32 bits, cut to the type.
template <class T>
Register<T> refused_value() {
  constexpr std::uint64_t all_bits = std::uint64_t{kRefusedLoad} << 32 | kRefusedLoad;
  return static_cast<Register<T>>(static_cast<T>(all_bits));
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
    for (unsigned i = 0; i < kWarpSize; ++i) d[i] = read_value<T>(at(i));
    return;
  }
  for (Mask left = access.mask; left != 0; left &= left - 1) {
    const auto i = static_cast<unsigned>(std::countr_zero(left));
    d[i] = read_value<T>(at(i));
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

}  // namespace

Handler load_handler(StateSpace space, Type type, std::uint32_t vector) {
  return by_type(type, vector, [&](auto value, auto count) {
    return load_of<decltype(value), decltype(count)::value>(space);
  });
}

}  // namespace warpgrade::simt
