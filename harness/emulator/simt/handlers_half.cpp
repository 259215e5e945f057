// SPDX-License-Identifier: Apache-2.0
// binary16 arithmetic (PTX ISA 9.7.4). A result computed in binary64 and rounded once is the exact
// one: 53 bits are more than twice 11 and hold every sum that can fall between two neighbours.
#include "harness/emulator/simt/integer.hpp"
#include "harness/emulator/simt/lanes.hpp"
#include "harness/emulator/simt/number.hpp"

#include <cmath>
#include <cstdint>

namespace warpgrade::simt {
namespace {

using ptx::Opcode;
using ptx::Type;

/// Subnormals become zero of the same sign.
template <bool kFtz>
u16 flushed16(u16 a) {
  return kFtz && (a & 0x7c00) == 0 ? static_cast<u16>(a & 0x8000) : a;
}
bool is_nan(Half a) { return (a.bits & 0x7fff) > 0x7c00; }
template <bool kFtz>
double value(Half a) {
  return from_half(flushed16<kFtz>(a.bits));
}
template <bool kFtz>
Half rounded(double a) {
  return {flushed16<kFtz>(to_half(a))};
}

template <bool kFtz>
Half add(Half a, Half b) {
  return rounded<kFtz>(value<kFtz>(a) + value<kFtz>(b));
}
template <bool kFtz>
Half sub(Half a, Half b) {
  return rounded<kFtz>(value<kFtz>(a) - value<kFtz>(b));
}
template <bool kFtz>
Half mul(Half a, Half b) {
  return rounded<kFtz>(value<kFtz>(a) * value<kFtz>(b));
}
template <bool kFtz>
Half fma(Half a, Half b, Half c) {
  return rounded<kFtz>(value<kFtz>(a) * value<kFtz>(b) + value<kFtz>(c));
}
template <bool kFtz>
Half lower(Half a, Half b) {
  return {
      to_half(number_min(from_half(flushed16<kFtz>(a.bits)), from_half(flushed16<kFtz>(b.bits))))};
}
template <bool kFtz>
Half higher(Half a, Half b) {
  return {
      to_half(number_max(from_half(flushed16<kFtz>(a.bits)), from_half(flushed16<kFtz>(b.bits))))};
}
template <bool kFtz>
Half negate(Half a) {
  return {is_nan(a) ? kCanonicalHalfNan : static_cast<u16>(flushed16<kFtz>(a.bits) ^ 0x8000)};
}
template <bool kFtz>
Half absolute(Half a) {
  return {is_nan(a) ? kCanonicalHalfNan : static_cast<u16>(flushed16<kFtz>(a.bits) & 0x7fff)};
}
Half tangent(Half a) { return {to_half(std::tanh(value<false>(a)))}; }
Half exp2(Half a) { return {to_half(std::exp2(value<false>(a)))}; }
Half clamped(Half a) {
  const double number = value<false>(a);
  return number > 0 ? (number < 1 ? a : Half{0x3c00}) : Half{0};
}

Half low(Half2 pair) { return {static_cast<u16>(pair.bits)}; }
Half high(Half2 pair) { return {static_cast<u16>(pair.bits >> 16)}; }
Half2 joined(Half a, Half b) { return {static_cast<u32>(b.bits) << 16 | a.bits}; }

/// A function of halves on both halves of pairs.
template <auto kFunction, class... S>
Half2 paired(S... pairs) {
  return joined(kFunction(low(pairs)...), kFunction(high(pairs)...));
}
template <auto kFunction>
Half2 pair1(Half2 a) {
  return paired<kFunction>(a);
}
template <auto kFunction>
Half2 pair2(Half2 a, Half2 b) {
  return paired<kFunction>(a, b);
}
template <auto kFunction>
Half2 pair3(Half2 a, Half2 b, Half2 c) {
  return paired<kFunction>(a, b, c);
}

constexpr Form f16(Opcode opcode, bool ftz) {
  return {.opcode = opcode, .type = Type::f16, .ftz = ftz};
}
constexpr Form f16x2(Opcode opcode, bool ftz) {
  return {.opcode = opcode, .type = Type::f16x2, .ftz = ftz};
}
constexpr Form approx(Opcode opcode, Type type) {
  return {.opcode = opcode, .type = type, .approx = true};
}
constexpr Form sat(Type type) { return {.opcode = Opcode::mov, .type = type, .sat = true}; }

// clang-format off
constexpr Row kRows[] = {  // NOLINT(modernize-avoid-c-arrays): a table without its length
    row<add<false>>(f16(Opcode::add, false)), row<add<true>>(f16(Opcode::add, true)),
    row<sub<false>>(f16(Opcode::sub, false)), row<sub<true>>(f16(Opcode::sub, true)),
    row<mul<false>>(f16(Opcode::mul, false)), row<mul<true>>(f16(Opcode::mul, true)),
    row<fma<false>>(f16(Opcode::fma, false)), row<fma<true>>(f16(Opcode::fma, true)),
    row<lower<false>>(f16(Opcode::min, false)), row<lower<true>>(f16(Opcode::min, true)),
    row<higher<false>>(f16(Opcode::max, false)), row<higher<true>>(f16(Opcode::max, true)),
    row<negate<false>>(f16(Opcode::neg, false)), row<negate<true>>(f16(Opcode::neg, true)),
    row<absolute<false>>(f16(Opcode::abs, false)), row<absolute<true>>(f16(Opcode::abs, true)),
    row<tangent>(approx(Opcode::tanh, Type::f16)),
    row<exp2>(approx(Opcode::ex2, Type::f16)),
    row<clamped>(sat(Type::f16)),

    row<pair2<add<false>>>(f16x2(Opcode::add, false)), row<pair2<add<true>>>(f16x2(Opcode::add, true)),
    row<pair2<sub<false>>>(f16x2(Opcode::sub, false)), row<pair2<sub<true>>>(f16x2(Opcode::sub, true)),
    row<pair2<mul<false>>>(f16x2(Opcode::mul, false)), row<pair2<mul<true>>>(f16x2(Opcode::mul, true)),
    row<pair3<fma<false>>>(f16x2(Opcode::fma, false)), row<pair3<fma<true>>>(f16x2(Opcode::fma, true)),
    row<pair2<lower<false>>>(f16x2(Opcode::min, false)), row<pair2<lower<true>>>(f16x2(Opcode::min, true)),
    row<pair2<higher<false>>>(f16x2(Opcode::max, false)), row<pair2<higher<true>>>(f16x2(Opcode::max, true)),
    row<pair1<negate<false>>>(f16x2(Opcode::neg, false)), row<pair1<negate<true>>>(f16x2(Opcode::neg, true)),
    row<pair1<absolute<false>>>(f16x2(Opcode::abs, false)), row<pair1<absolute<true>>>(f16x2(Opcode::abs, true)),
    row<pair1<tangent>>(approx(Opcode::tanh, Type::f16x2)),
    row<pair1<exp2>>(approx(Opcode::ex2, Type::f16x2)),
    row<pair1<clamped>>(sat(Type::f16x2)),
};
// clang-format on

}  // namespace

std::span<const Row> half_rows() { return kRows; }

}  // namespace warpgrade::simt
