// SPDX-License-Identifier: Apache-2.0
// What the tables of integer instructions have in common.
#pragma once

#include "harness/emulator/simt/number.hpp"

#include <cstdint>
#include <limits>
#include <type_traits>

namespace warpgrade::simt {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using s8 = std::int8_t;
using s16 = std::int16_t;
using s32 = std::int32_t;
using s64 = std::int64_t;

/// A type with twice the bits.
template <class T>
struct Twice;
template <>
struct Twice<u16> {
  using Wide = u32;
};
template <>
struct Twice<s16> {
  using Wide = s32;
};
template <>
struct Twice<u32> {
  using Wide = u64;
};
template <>
struct Twice<s32> {
  using Wide = s64;
};
template <>
struct Twice<u64> {
  using Wide = UInt128;
};
template <>
struct Twice<s64> {
  using Wide = Int128;
};
template <class T>
using Wide = typename Twice<T>::Wide;

/// Sums that must wrap are those of unsigned numbers.
template <class T>
T wrapped_sum(T a, T b) {
  using Unsigned = std::make_unsigned_t<T>;
  return static_cast<T>(static_cast<Unsigned>(a) + static_cast<Unsigned>(b));
}
inline s32 saturated(s64 value) {
  constexpr s64 lowest = std::numeric_limits<s32>::min();
  constexpr s64 highest = std::numeric_limits<s32>::max();
  const s64 floored = value < lowest ? lowest : value;
  return static_cast<s32>(floored > highest ? highest : floored);
}
}  // namespace warpgrade::simt
