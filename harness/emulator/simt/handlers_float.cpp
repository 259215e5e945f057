// SPDX-License-Identifier: Apache-2.0
// binary32 and binary64 arithmetic (PTX ISA 9.7.3). Rounding other than to nearest and .sat are
// operations of their own round these (lower_arithmetic.cpp). The approximate functions are the
// host's: their last bits differ from a device's.
#include "harness/emulator/simt/integer.hpp"
#include "harness/emulator/simt/lanes.hpp"
#include "harness/emulator/simt/number.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

namespace warpgrade::simt {
namespace {

using ptx::Mode;
using ptx::Opcode;
using ptx::Type;

template <bool kFtz, class T>
T finished(T value) {
  return canonical(flushed<kFtz>(value));
}

template <class T, bool kFtz>
T add(T a, T b) {
  return with_nan(flushed<kFtz>(flushed<kFtz>(a) + flushed<kFtz>(b)), a, b);
}
template <class T, bool kFtz>
T sub(T a, T b) {
  return with_nan(flushed<kFtz>(flushed<kFtz>(a) - flushed<kFtz>(b)), a, b);
}
template <class T, bool kFtz>
T mul(T a, T b) {
  return with_nan(flushed<kFtz>(flushed<kFtz>(a) * flushed<kFtz>(b)), a, b);
}
template <class T, bool kFtz>
T fma(T a, T b, T c) {
  const T result = flushed<kFtz>(std::fma(flushed<kFtz>(a), flushed<kFtz>(b), flushed<kFtz>(c)));
  return with_nan(with_nan(result, a, c), T{0}, b);  // b's NaN counts before c's, c's before a's.
}
template <class T, bool kFtz>
T div(T a, T b) {
  return finished<kFtz>(flushed<kFtz>(a) / flushed<kFtz>(b));
}
/// `.approx` multiplies by the reciprocal, and that of a divisor beyond 2^126 is flushed: 0, or NaN
/// where `a` is infinite (PTX ISA 9.7.3.8).
template <bool kFtz>
float quick_div(float a, float b) {
  constexpr float largest = 0x1p126F;
  const bool flushes = std::fabs(b) > largest && !std::isinf(b);
  return flushes ? finished<kFtz>(flushed<kFtz>(a) * std::copysign(0.0F, b))
                 : div<float, kFtz>(a, b);
}
template <class T, bool kFtz>
T rcp(T a) {
  return finished<kFtz>(T{1} / flushed<kFtz>(a));
}
template <class T, bool kFtz>
T root(T a) {
  return finished<kFtz>(std::sqrt(flushed<kFtz>(a)));
}
template <class T, bool kFtz>
T rsqrt(T a) {
  return finished<kFtz>(T{1} / std::sqrt(flushed<kFtz>(a)));
}
template <class T, bool kFtz>
T lower(T a, T b) {
  return number_min(flushed<kFtz>(a), flushed<kFtz>(b));
}
template <class T, bool kFtz>
T higher(T a, T b) {
  return number_max(flushed<kFtz>(a), flushed<kFtz>(b));
}
/// `.NaN`: one that is no number makes the result none.
template <bool kFtz>
float lower_or_nan(float a, float b) {
  return a != a || b != b ? canonical(a + b) : lower<float, kFtz>(a, b);
}
template <bool kFtz>
float higher_or_nan(float a, float b) {
  return a != a || b != b ? canonical(a + b) : higher<float, kFtz>(a, b);
}
template <class T, bool kFtz>
T negate(T a) {
  return a != a ? quieted(a) : -flushed<kFtz>(a);
}
template <class T, bool kFtz>
T absolute(T a) {
  return a != a ? quieted(a) : std::fabs(flushed<kFtz>(a));
}

/// A device reduces the angle to a fraction of a turn with few bits: huge angles are whole turns.
double reduced(float angle) {
  constexpr double full_turn = 6.283185307179586;
  constexpr float huge_angle = 0x1p24F;
  const double turns = static_cast<double>(angle) / full_turn;
  const double fraction =
      std::fabs(angle) < huge_angle ? turns - std::nearbyint(turns) : 0.0 * turns;
  return full_turn * fraction;
}
template <bool kFtz>
float sine(float a) {
  return finished<kFtz>(static_cast<float>(std::sin(reduced(flushed<kFtz>(a)))));
}
template <bool kFtz>
float cosine(float a) {
  return finished<kFtz>(static_cast<float>(std::cos(reduced(flushed<kFtz>(a)))));
}
template <bool kFtz>
float log2(float a) {
  return finished<kFtz>(std::log2(flushed<kFtz>(a)));
}
template <bool kFtz>
float exp2(float a) {
  return finished<kFtz>(std::exp2(flushed<kFtz>(a)));
}
float tangent(float a) { return canonical(std::tanh(a)); }

/// The low half of the result is zero, and subnormals are flushed (PTX ISA 9.7.3.14).
double upper_half(double value) {
  return std::bit_cast<double>(std::bit_cast<u64>(value) & ~u64{0xffffffff});
}
double rcp_gross(double a) { return upper_half(1.0 / a); }
double rsqrt_gross(double a) { return upper_half(1.0 / std::sqrt(a)); }

float with_sign(float sign, float value) {
  return std::bit_cast<float>((std::bit_cast<u32>(sign) & 0x80000000U) |
                              (std::bit_cast<u32>(value) & 0x7fffffffU));
}
double with_sign(double sign, double value) { return std::copysign(value, sign); }
float copy_sign32(float a, float b) { return with_sign(a, b); }
double copy_sign64(double a, double b) { return with_sign(a, b); }

template <class T>
bool is_finite(T a) {
  return std::isfinite(a);
}
template <class T>
bool is_infinite(T a) {
  return std::isinf(a);
}
template <class T>
bool is_number(T a) {
  return a == a;
}
template <class T>
bool is_nan(T a) {
  return a != a;
}
/// Zero counts as normal. (Seen on an H200.)
template <class T>
bool is_normal(T a) {
  return std::isnormal(a) || a == 0;
}
template <class T>
bool is_subnormal(T a) {
  return a != 0 && !std::isnormal(a) && std::isfinite(a);
}

/// `.sat`: into [0, 1], NaN becomes +0.
float clamped(float a) { return a > 0.0F ? (a < 1.0F ? a : 1.0F) : 0.0F; }
double clamped64(double a) { return a > 0.0 ? (a < 1.0 ? a : 1.0) : 0.0; }

constexpr Form f32(Opcode opcode, bool ftz = false) {
  return {.opcode = opcode, .type = Type::f32, .ftz = ftz};
}
constexpr Form f32_or_nan(Opcode opcode, bool ftz = false) {
  return {.opcode = opcode, .type = Type::f32, .mode = ptx::Mode::or_nan, .ftz = ftz};
}
constexpr Form f64(Opcode opcode) { return {.opcode = opcode, .type = Type::f64}; }
constexpr Form approx(Opcode opcode, bool ftz, Type type = Type::f32) {
  return {.opcode = opcode, .type = type, .ftz = ftz, .approx = true};
}
constexpr Form test(Mode mode, Type type) {
  return {.opcode = Opcode::testp, .type = type, .mode = mode};
}
/// The operation that .sat adds.
constexpr Form sat(Type type) { return {.opcode = Opcode::mov, .type = type, .sat = true}; }

// clang-format off
constexpr Row kRows[] = {  // NOLINT(modernize-avoid-c-arrays): a table without its length
    row<add<float, false>>(f32(Opcode::add)),
    row<add<float, true>>(f32(Opcode::add, true)),
    row<add<double, false>>(f64(Opcode::add)),
    row<sub<float, false>>(f32(Opcode::sub)),
    row<sub<float, true>>(f32(Opcode::sub, true)),
    row<sub<double, false>>(f64(Opcode::sub)),
    row<mul<float, false>>(f32(Opcode::mul)),
    row<mul<float, true>>(f32(Opcode::mul, true)),
    row<mul<double, false>>(f64(Opcode::mul)),
    row<fma<float, false>>(f32(Opcode::fma)),
    row<fma<float, true>>(f32(Opcode::fma, true)),
    row<fma<double, false>>(f64(Opcode::fma)),
    row<fma<float, false>>(f32(Opcode::mad)),
    row<fma<float, true>>(f32(Opcode::mad, true)),
    row<fma<double, false>>(f64(Opcode::mad)),
    row<div<float, false>>(f32(Opcode::div)),
    row<div<float, true>>(f32(Opcode::div, true)),
    row<quick_div<false>>(approx(Opcode::div, false)),
    row<quick_div<true>>(approx(Opcode::div, true)),
    row<div<double, false>>(f64(Opcode::div)),
    row<rcp<float, false>>(f32(Opcode::rcp)),
    row<rcp<float, true>>(f32(Opcode::rcp, true)),
    row<rcp<float, false>>(approx(Opcode::rcp, false)),
    row<rcp<float, true>>(approx(Opcode::rcp, true)),
    row<rcp<double, false>>(f64(Opcode::rcp)),
    row<rcp_gross>(approx(Opcode::rcp, true, Type::f64)),
    row<root<float, false>>(f32(Opcode::sqrt)),
    row<root<float, true>>(f32(Opcode::sqrt, true)),
    row<root<float, false>>(approx(Opcode::sqrt, false)),
    row<root<float, true>>(approx(Opcode::sqrt, true)),
    row<root<double, false>>(f64(Opcode::sqrt)),
    row<rsqrt<float, false>>(approx(Opcode::rsqrt, false)),
    row<rsqrt<float, true>>(approx(Opcode::rsqrt, true)),
    row<rsqrt<double, false>>(approx(Opcode::rsqrt, false, Type::f64)),
    row<rsqrt_gross>(approx(Opcode::rsqrt, true, Type::f64)),
    row<sine<false>>(approx(Opcode::sin, false)),
    row<sine<true>>(approx(Opcode::sin, true)),
    row<cosine<false>>(approx(Opcode::cos, false)),
    row<cosine<true>>(approx(Opcode::cos, true)),
    row<log2<false>>(approx(Opcode::lg2, false)),
    row<log2<true>>(approx(Opcode::lg2, true)),
    row<exp2<false>>(approx(Opcode::ex2, false)),
    row<exp2<true>>(approx(Opcode::ex2, true)),
    row<tangent>(approx(Opcode::tanh, false)),

    row<lower_or_nan<false>>(f32_or_nan(Opcode::min)),
    row<lower_or_nan<true>>(f32_or_nan(Opcode::min, true)),
    row<higher_or_nan<false>>(f32_or_nan(Opcode::max)),
    row<higher_or_nan<true>>(f32_or_nan(Opcode::max, true)),
    row<lower<float, false>>(f32(Opcode::min)),
    row<lower<float, true>>(f32(Opcode::min, true)),
    row<lower<double, false>>(f64(Opcode::min)),
    row<higher<float, false>>(f32(Opcode::max)),
    row<higher<float, true>>(f32(Opcode::max, true)),
    row<higher<double, false>>(f64(Opcode::max)),
    row<negate<float, false>>(f32(Opcode::neg)),
    row<negate<float, true>>(f32(Opcode::neg, true)),
    row<negate<double, false>>(f64(Opcode::neg)),
    row<absolute<float, false>>(f32(Opcode::abs)),
    row<absolute<float, true>>(f32(Opcode::abs, true)),
    row<absolute<double, false>>(f64(Opcode::abs)),
    row<copy_sign32>(f32(Opcode::copysign)),
    row<copy_sign64>(f64(Opcode::copysign)),

    row<is_finite<float>>(test(Mode::finite, Type::f32)),
    row<is_finite<double>>(test(Mode::finite, Type::f64)),
    row<is_infinite<float>>(test(Mode::infinite, Type::f32)),
    row<is_infinite<double>>(test(Mode::infinite, Type::f64)),
    row<is_number<float>>(test(Mode::number, Type::f32)),
    row<is_number<double>>(test(Mode::number, Type::f64)),
    row<is_nan<float>>(test(Mode::notanumber, Type::f32)),
    row<is_nan<double>>(test(Mode::notanumber, Type::f64)),
    row<is_normal<float>>(test(Mode::normal, Type::f32)),
    row<is_normal<double>>(test(Mode::normal, Type::f64)),
    row<is_subnormal<float>>(test(Mode::subnormal, Type::f32)),
    row<is_subnormal<double>>(test(Mode::subnormal, Type::f64)),

    row<clamped>(sat(Type::f32)),
    row<clamped64>(sat(Type::f64)),
};
// clang-format on

}  // namespace

std::span<const Row> float_rows() { return kRows; }

}  // namespace warpgrade::simt
