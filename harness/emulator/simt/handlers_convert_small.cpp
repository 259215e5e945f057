// SPDX-License-Identifier: Apache-2.0
// cvt to and from bfloat16 and tf32, and with .relu (PTX ISA 9.7.9.21).
#include "harness/emulator/simt/convert.hpp"
#include "harness/emulator/simt/number.hpp"

#include <array>
#include <bit>

namespace warpgrade::simt {
namespace {

using namespace cvt;  // NOLINT(google-build-using-namespace): their table

template <Rounding kRounding>
Bfloat whole_bfloat(Bfloat a) {
  return {to_bfloat(to_whole<kRounding>(from_bfloat(a.bits)))};
}
Bfloat same_bfloat(Bfloat a) { return a; }
/// A bfloat16 is the upper half of a binary32, NaNs as well (measured on an H200).
u32 bfloat_to_float(Bfloat a) { return u32{a.bits} << 16; }
double bfloat_to_double(Bfloat a) { return from_bfloat(a.bits); }
Half bfloat_to_half(Bfloat a) { return {to_half(from_bfloat(a.bits))}; }
Bfloat half_to_bfloat(Half a) { return {to_bfloat(from_half(a.bits))}; }
template <class F, Round kRound>
Bfloat to_bfloat_from(F a) {
  return {to_bfloat<kRound>(a)};
}
template <class D, Rounding kRounding>
D bfloat_to_int(Bfloat value) {
  return whole_to_int<D, false>(to_whole<kRounding>(from_bfloat(value.bits)));
}
/// 64 bits do not fit into a binary64: the sum of both halves is rounded to odd on the way.
template <class S>
Bfloat int_to_bfloat(S value) {
  if constexpr (sizeof(S) < 8) {
    return {to_bfloat(static_cast<double>(value))};
  } else {
    const auto low = static_cast<u32>(value);
    return {to_bfloat(add_to_odd(static_cast<double>(value >> 32) * 0x1p32, low))};
  }
}

/// `.relu`: a negative result becomes +0.
template <auto kConvert, class D>
D convert_relu(float a) {
  const D result = kConvert(a);
  return (result.bits & 0x8000) != 0 && a == a ? D{0} : result;
}

/// tf32 is a binary32 whose last 13 bits are zero; ties go away from zero. Infinities and NaNs lose
/// those bits, so that a NaN which has no others becomes an infinity (measured on an H200).
u32 to_tf32(float a) {
  constexpr u32 exponent = 0x7f800000;
  constexpr u32 dropped = 0x1fff;
  const auto bits = std::bit_cast<u32>(a);
  const bool finite = (bits & exponent) != exponent;
  return (finite ? bits + (dropped + 1) / 2 : bits) & ~dropped;
}

template <Round kRound>
Half to_half_from(float a) {
  return {to_half<kRound>(a)};
}

constexpr Form relu(Type to, Rounding rounding) {
  return {.opcode = ptx::Opcode::cvt,
          .type = to,
          .source_type = Type::f32,
          .rounding = rounding,
          .mode = ptx::Mode::relu};
}

template <Rounding kRounding, class... D>
constexpr std::array<Row, sizeof...(D) + 1> to_whole_rows(Types<D...>) {
  return {row<bfloat_to_int<D, kRounding>>(of(type_of<D>(), Type::bf16, kRounding))...,
          row<whole_bfloat<kRounding>>(of(Type::bf16, Type::bf16, kRounding))};
}
template <class... S>
constexpr std::array<Row, sizeof...(S)> from_whole_rows(Types<S...>) {
  return {row<int_to_bfloat<S>>(of(Type::bf16, type_of<S>()))...};
}

constexpr std::array kSmallRows{
    row<same_bfloat>(of(Type::bf16, Type::bf16)),
    row<bfloat_to_float>(of(Type::f32, Type::bf16)),
    row<bfloat_to_float>(of(Type::f32, Type::bf16, Rounding::none, true)),
    row<bfloat_to_double>(of(Type::f64, Type::bf16)),
    row<bfloat_to_half>(of(Type::f16, Type::bf16)),
    row<half_to_bfloat>(of(Type::bf16, Type::f16)),
    row<to_bfloat_from<float, Round::nearest>>(of(Type::bf16, Type::f32)),
    row<to_bfloat_from<float, Round::zero>>(of(Type::bf16, Type::f32, Rounding::rz)),
    row<to_bfloat_from<float, Round::down>>(of(Type::bf16, Type::f32, Rounding::rm)),
    row<to_bfloat_from<float, Round::up>>(of(Type::bf16, Type::f32, Rounding::rp)),
    row<to_bfloat_from<double, Round::nearest>>(of(Type::bf16, Type::f64)),
    row<to_bfloat_from<double, Round::zero>>(of(Type::bf16, Type::f64, Rounding::rz)),
    row<to_bfloat_from<double, Round::down>>(of(Type::bf16, Type::f64, Rounding::rm)),
    row<to_bfloat_from<double, Round::up>>(of(Type::bf16, Type::f64, Rounding::rp)),
    row<convert_relu<to_half_from<Round::nearest>, Half>>(relu(Type::f16, Rounding::none)),
    row<convert_relu<to_half_from<Round::zero>, Half>>(relu(Type::f16, Rounding::rz)),
    row<convert_relu<to_bfloat_from<float, Round::nearest>, Bfloat>>(
        relu(Type::bf16, Rounding::none)),
    row<convert_relu<to_bfloat_from<float, Round::zero>, Bfloat>>(relu(Type::bf16, Rounding::rz)),
    row<to_tf32>(of(Type::tf32, Type::f32)),
};

constexpr auto kRows =
    joined(kSmallRows, from_whole_rows(Integers{}), to_whole_rows<Rounding::rni>(Integers{}),
           to_whole_rows<Rounding::rzi>(Integers{}), to_whole_rows<Rounding::rmi>(Integers{}),
           to_whole_rows<Rounding::rpi>(Integers{}));

}  // namespace

std::span<const Row> small_convert_rows() { return kRows; }

}  // namespace warpgrade::simt
