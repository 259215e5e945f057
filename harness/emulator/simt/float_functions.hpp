// SPDX-License-Identifier: Apache-2.0
// What an instruction on binary32 or binary64 makes of one lane's values (PTX ISA 9.7.3). kFtz:
// `.ftz`, subnormal results are flushed to zero.
#pragma once

#include "harness/emulator/simt/integer.hpp"
#include "harness/emulator/simt/number.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

namespace warpgrade::simt::floats {

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
inline double reduced(float angle) {
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
inline float tangent(float a) { return canonical(std::tanh(a)); }

/// The low half of the result is zero, and subnormals are flushed (PTX ISA 9.7.3.14).
inline double upper_half(double value) {
  return std::bit_cast<double>(std::bit_cast<u64>(value) & ~u64{0xffffffff});
}
inline double rcp_gross(double a) { return upper_half(1.0 / a); }
inline double rsqrt_gross(double a) { return upper_half(1.0 / std::sqrt(a)); }

inline float with_sign(float sign, float value) {
  return std::bit_cast<float>((std::bit_cast<u32>(sign) & 0x80000000U) |
                              (std::bit_cast<u32>(value) & 0x7fffffffU));
}
inline double with_sign(double sign, double value) { return std::copysign(value, sign); }
inline float copy_sign32(float a, float b) { return with_sign(a, b); }
inline double copy_sign64(double a, double b) { return with_sign(a, b); }

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
inline float clamped(float a) { return a > 0.0F ? (a < 1.0F ? a : 1.0F) : 0.0F; }
inline double clamped64(double a) { return a > 0.0 ? (a < 1.0 ? a : 1.0) : 0.0; }

}  // namespace warpgrade::simt::floats
