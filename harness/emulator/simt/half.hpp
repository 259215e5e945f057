// SPDX-License-Identifier: Apache-2.0
// Arithmetic of binary16 and bfloat16 (PTX ISA 9.7.4), alone and in pairs. A result computed in
// binary64 and rounded once is the exact one: 53 bits are more than twice 11 and hold every sum of
// binary16 that can fall between two neighbours. A product of bfloat16 plus a third one can be
// longer, so that sum is rounded to odd first.
#pragma once

#include "harness/emulator/simt/integer.hpp"
#include "harness/emulator/simt/lanes.hpp"
#include "harness/emulator/simt/number.hpp"

#include <cmath>
#include <cstdint>
#include <type_traits>

namespace warpgrade::simt::half {

/// Subnormals become zero of the same sign.
template <bool kFtz>
u16 flushed16(u16 a) {
  return kFtz && (a & 0x7c00) == 0 ? static_cast<u16>(a & 0x8000) : a;
}

inline float from_bits(Half a) { return from_half(a.bits); }
inline float from_bits(Bfloat a) { return from_bfloat(a.bits); }

template <bool kFtz = false, SmallFloat F>
double value(F a) {
  return from_bits(F{flushed16<kFtz>(a.bits)});
}
template <SmallFloat F, bool kFtz = false>
F rounded(double a) {
  if constexpr (std::is_same_v<F, Bfloat>) return {to_bfloat(a)};
  return {flushed16<kFtz>(to_half(a))};
}
template <SmallFloat F>
bool is_nan(F a) {
  return std::isnan(from_bits(a));
}
template <SmallFloat F>
F nan() {
  return {kCanonicalHalfNan};
}

template <SmallFloat F, bool kFtz>
F add(F a, F b) {
  return rounded<F, kFtz>(value<kFtz>(a) + value<kFtz>(b));
}
template <SmallFloat F, bool kFtz>
F sub(F a, F b) {
  return rounded<F, kFtz>(value<kFtz>(a) - value<kFtz>(b));
}
template <SmallFloat F, bool kFtz>
F mul(F a, F b) {
  return rounded<F, kFtz>(value<kFtz>(a) * value<kFtz>(b));
}
template <SmallFloat F, bool kFtz>
F fma(F a, F b, F c) {
  return rounded<F, kFtz>(add_to_odd(value<kFtz>(a) * value<kFtz>(b), value<kFtz>(c)));
}
/// Negative results become +0 (PTX ISA 9.7.4.4).
template <SmallFloat F, bool kFtz>
F fma_relu(F a, F b, F c) {
  const F result = fma<F, kFtz>(a, b, c);
  return is_nan(result) || (result.bits & 0x8000) == 0 ? result : F{0};
}
template <SmallFloat F, bool kFtz>
F lower(F a, F b) {
  return rounded<F>(
      number_min(static_cast<float>(value<kFtz>(a)), static_cast<float>(value<kFtz>(b))));
}
template <SmallFloat F, bool kFtz>
F higher(F a, F b) {
  return rounded<F>(
      number_max(static_cast<float>(value<kFtz>(a)), static_cast<float>(value<kFtz>(b))));
}
template <SmallFloat F, bool kFtz>
F lower_or_nan(F a, F b) {
  return is_nan(a) || is_nan(b) ? nan<F>() : lower<F, kFtz>(a, b);
}
template <SmallFloat F, bool kFtz>
F higher_or_nan(F a, F b) {
  return is_nan(a) || is_nan(b) ? nan<F>() : higher<F, kFtz>(a, b);
}
template <SmallFloat F, bool kFtz>
F negate(F a) {
  return {is_nan(a) ? kCanonicalHalfNan : static_cast<u16>(flushed16<kFtz>(a.bits) ^ 0x8000)};
}
template <SmallFloat F, bool kFtz>
F absolute(F a) {
  return {is_nan(a) ? kCanonicalHalfNan : static_cast<u16>(flushed16<kFtz>(a.bits) & 0x7fff)};
}
template <SmallFloat F>
F tangent(F a) {
  return rounded<F>(std::tanh(value(a)));
}
template <SmallFloat F>
F exp2(F a) {
  return rounded<F>(std::exp2(value(a)));
}
template <SmallFloat F>
F clamped(F a) {
  const double number = value(a);
  return number > 0 ? (number < 1 ? a : rounded<F>(1)) : F{0};
}

template <SmallPair P>
using PartOf = std::conditional_t<std::is_same_v<P, Half2>, Half, Bfloat>;

template <SmallPair P>
PartOf<P> low(P pair) {
  return {static_cast<u16>(pair.bits)};
}
template <SmallPair P>
PartOf<P> high(P pair) {
  return {static_cast<u16>(pair.bits >> 16)};
}
template <SmallPair P>
P joined(PartOf<P> a, PartOf<P> b) {
  return {static_cast<u32>(b.bits) << 16 | a.bits};
}

/// A function of single ones on both halves of pairs.
template <auto kFunction, SmallPair P>
P paired1(P a) {
  return joined<P>(kFunction(low(a)), kFunction(high(a)));
}
template <auto kFunction, SmallPair P>
P paired2(P a, P b) {
  return joined<P>(kFunction(low(a), low(b)), kFunction(high(a), high(b)));
}
template <auto kFunction, SmallPair P>
P paired3(P a, P b, P c) {
  return joined<P>(kFunction(low(a), low(b), low(c)), kFunction(high(a), high(b), high(c)));
}

}  // namespace warpgrade::simt::half
