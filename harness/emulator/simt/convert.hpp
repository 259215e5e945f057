// SPDX-License-Identifier: Apache-2.0
// What the tables of cvt are made of (PTX ISA 9.7.9.21).
#pragma once

#include "harness/emulator/simt/integer.hpp"
#include "harness/emulator/simt/lanes.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <type_traits>

namespace warpgrade::simt::cvt {

using ptx::Rounding;
using ptx::Type;

template <Rounding kRounding, class F>
F to_whole(F value) {
  if constexpr (kRounding == Rounding::rni) return std::nearbyint(value);
  if constexpr (kRounding == Rounding::rzi) return std::trunc(value);
  if constexpr (kRounding == Rounding::rmi) return std::floor(value);
  if constexpr (kRounding == Rounding::rpi) return std::ceil(value);
  return value;
}

/// Values beyond D's range clamp. NaN becomes zero or, where source or result have 64 bits, a set
/// top bit (PTX ISA 9.7.9.21).
template <class D, bool kFromDouble, class F>
D whole_to_int(F whole) {
  // 2^digits is a power of two, so exact; the largest D may not be.
  constexpr int value_bits = std::numeric_limits<D>::digits;
  constexpr F beyond_all = static_cast<F>(u64{1} << (value_bits - 1)) * 2;
  constexpr F low = std::is_signed_v<D> ? -beyond_all : F{0};
  constexpr auto top_bit = static_cast<D>(u64{1} << (8 * sizeof(D) - 1));
  if (whole != whole) return kFromDouble || sizeof(D) == 8 ? top_bit : D{0};
  if (whole >= beyond_all) return std::numeric_limits<D>::max();
  if (whole < low) return std::numeric_limits<D>::min();
  return static_cast<D>(whole);
}
constexpr Form of(Type to, Type from, Rounding rounding = Rounding::none, bool ftz = false,
                  bool sat = false) {
  return {.opcode = ptx::Opcode::cvt,
          .type = to,
          .source_type = from,
          .rounding = rounding,
          .ftz = ftz,
          .sat = sat};
}

// The regular part of a table, made of the lists of types.
template <class... T>
struct Types {};
using Integers = Types<u8, u16, u32, u64, s8, s16, s32, s64>;

}  // namespace warpgrade::simt::cvt
