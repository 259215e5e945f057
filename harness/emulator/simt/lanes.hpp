// SPDX-License-Identifier: Apache-2.0
// Turns a function on one lane's values into a handler for 32 lanes, in loops that the compiler
// vectorises.
#pragma once

#include "harness/emulator/simt/form.hpp"
#include "harness/emulator/simt/warp.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

/// Before a loop over lanes: a destination is a source's very place or another one, never in
/// between.
#ifdef __clang__
#define WARPGRADE_LANES_APART _Pragma("clang loop vectorize(assume_safety)")
#else
#define WARPGRADE_LANES_APART _Pragma("GCC ivdep")
#endif

namespace warpgrade::simt {

/// IEEE binary16 and a pair of them, as bits.
struct Half {
  std::uint16_t bits = 0;
};
struct Half2 {
  std::uint32_t bits = 0;
};

/// bfloat16 and a pair of them, as bits.
struct Bfloat {
  std::uint16_t bits = 0;
};
struct Bfloat2 {
  std::uint32_t bits = 0;
};

template <class T>
concept SmallFloat = std::is_same_v<T, Half> || std::is_same_v<T, Bfloat>;
template <class T>
concept SmallPair = std::is_same_v<T, Half2> || std::is_same_v<T, Bfloat2>;

/// How a value lies in a register: 16- and 8-bit values in the low bits of 32, whose other bits
/// mean nothing.
template <class T>
struct LaneOf {
  using Storage = std::conditional_t<sizeof(T) == 8 || std::is_same_v<T, float>, T, std::uint32_t>;
  static T get(const Storage* lanes, unsigned i) { return static_cast<T>(lanes[i]); }
  /// Narrow values are extended to 32 bits by their sign (PTX ISA 9.4.1).
  static Storage put(T value) {
    if constexpr (sizeof(T) < 4 && std::is_signed_v<T>) {
      return static_cast<Storage>(static_cast<std::int32_t>(value));
    } else {
      return static_cast<Storage>(value);
    }
  }
};

template <class T>
requires SmallFloat<T> || SmallPair<T>
struct LaneOf<T> {
  using Storage = std::uint32_t;
  static T get(const Storage* lanes, unsigned i) {
    return {static_cast<decltype(T::bits)>(lanes[i])};
  }
  static Storage put(T value) { return value.bits; }
};

/// Predicates are one mask.
template <>
struct LaneOf<bool> {
  using Storage = std::uint32_t;
  static bool get(const Storage* mask, unsigned i) { return (*mask >> i & 1U) != 0; }
};

template <class T>
constexpr ptx::Type type_of() {
  using ptx::Type;
  if constexpr (std::is_same_v<T, bool>) return Type::pred;
  if constexpr (std::is_same_v<T, float>) return Type::f32;
  if constexpr (std::is_same_v<T, double>) return Type::f64;
  if constexpr (SmallFloat<T>) return Type::b16;
  if constexpr (SmallPair<T>) return Type::b32;
  if constexpr (std::is_integral_v<T>) {
    constexpr bool is_signed = std::is_signed_v<T>;
    if constexpr (sizeof(T) == 1) return is_signed ? Type::s8 : Type::u8;
    if constexpr (sizeof(T) == 2) return is_signed ? Type::s16 : Type::u16;
    if constexpr (sizeof(T) == 4) return is_signed ? Type::s32 : Type::u32;
    if constexpr (sizeof(T) == 8) return is_signed ? Type::s64 : Type::u64;
  }
}

inline constexpr std::array<Slot Op::*, kMaxSources> kSourceMembers{&Op::a, &Op::b, &Op::c, &Op::e};

template <auto kFunction, class Pointer = decltype(kFunction)>
struct Map;

/// Applies kFunction to every lane. A lane that is not active keeps its destination, except where
/// the whole warp runs as one: then no other lane's value can be seen again.
template <auto kFunction, class D, class... S>
struct Map<kFunction, D (*)(S...)> {
  static constexpr Signature kSignature{
      type_of<D>(), {type_of<S>()...}, static_cast<std::uint8_t>(sizeof...(S))};

  static const Op* run(Warp& warp, const Op& op) {
    apply(warp, op, std::index_sequence_for<S...>{});
    return &op + 1;
  }

 private:
  template <std::size_t... kIndex>
  static void apply(Warp& warp, const Op& op, std::index_sequence<kIndex...>) {
    loop(warp, op, warp.lanes<typename LaneOf<S>::Storage>(op.*kSourceMembers[kIndex])...);
  }

  static void loop(Warp& warp, const Op& op, const typename LaneOf<S>::Storage*... source) {
    if constexpr (std::is_same_v<D, bool>) {
      auto* const d = warp.lanes<std::uint32_t>(op.d);
      Mask result = 0;
      for (unsigned i = 0; i < kWarpSize; ++i) {
        result |= static_cast<Mask>(kFunction(LaneOf<S>::get(source, i)...)) << i;
      }
      *d = warp.whole() ? result : (*d & ~warp.mask()) | (result & warp.mask());
    } else {
      store(warp, warp.lanes<typename LaneOf<D>::Storage>(op.d), source...);
    }
  }

  static void store(const Warp& warp, typename LaneOf<D>::Storage* d,
                    const typename LaneOf<S>::Storage*... source) {
    if (warp.whole()) {
      WARPGRADE_LANES_APART
      for (unsigned i = 0; i < kWarpSize; ++i) {
        d[i] = LaneOf<D>::put(kFunction(LaneOf<S>::get(source, i)...));
      }
      return;
    }
    const Mask mask = warp.mask();
    WARPGRADE_LANES_APART
    for (unsigned i = 0; i < kWarpSize; ++i) {
      const auto value = LaneOf<D>::put(kFunction(LaneOf<S>::get(source, i)...));
      d[i] = (mask >> i & 1U) != 0 ? value : d[i];
    }
  }
};

/// Applies kFunction, on masks, to predicates: all lanes at once.
template <auto kFunction, class Pointer = decltype(kFunction)>
struct MapMask;

template <auto kFunction, class... S>
struct MapMask<kFunction, Mask (*)(S...)> {
  static constexpr Signature kSignature{ptx::Type::pred,
                                        {(static_cast<void>(sizeof(S)), ptx::Type::pred)...},
                                        static_cast<std::uint8_t>(sizeof...(S))};

  static const Op* run(Warp& warp, const Op& op) {
    apply(warp, op, std::index_sequence_for<S...>{});
    return &op + 1;
  }

 private:
  template <std::size_t... kIndex>
  static void apply(Warp& warp, const Op& op, std::index_sequence<kIndex...>) {
    auto* const d = warp.lanes<Mask>(op.d);
    const Mask result = kFunction(*warp.lanes<Mask>(op.*kSourceMembers[kIndex])...);
    *d = (*d & ~warp.mask()) | (result & warp.mask());
  }
};

/// The row of `form`, executed by kFunction on whole predicates.
template <auto kFunction>
constexpr Row mask_row(const Form& form) {
  return {form, &MapMask<kFunction>::run, MapMask<kFunction>::kSignature};
}

/// One table of several.
template <std::size_t... kSizes>
constexpr auto joined(const std::array<Row, kSizes>&... parts) {
  std::array<Row, (kSizes + ...)> all{};
  auto* at = all.begin();
  ((at = std::ranges::copy(parts, at).out), ...);
  return all;
}

/// The row of `form`, executed by kFunction, whose parameter types are the operands' types.
template <auto kFunction>
constexpr Row row(const Form& form) {
  return {form, &Map<kFunction>::run, Map<kFunction>::kSignature};
}

}  // namespace warpgrade::simt
