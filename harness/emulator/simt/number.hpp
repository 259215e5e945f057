// SPDX-License-Identifier: Apache-2.0
// Floating point as the device has it: one NaN for binary32, flushing, binary16 on the host.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace warpgrade::simt {

__extension__ typedef __int128 Int128;  // NOLINT(modernize-use-using): no using takes __extension__
__extension__ typedef unsigned __int128 UInt128;  // NOLINT(modernize-use-using)

/// binary32 operations of the device return this NaN, whatever NaN went in (PTX ISA 9.7.3).
inline constexpr std::uint32_t kCanonicalNan = 0x7fffffff;
inline constexpr std::uint16_t kCanonicalHalfNan = 0x7fff;

inline float canonical(float value) {
  return value != value ? std::bit_cast<float>(kCanonicalNan) : value;
}
/// binary64 keeps the NaN that the host's operation made.
inline double canonical(double value) { return value; }

/// `.ftz`: subnormals become zero of the same sign.
template <bool kFtz>
float flushed(float value) {
  if constexpr (!kFtz) return value;
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return (bits & 0x7f800000U) == 0 ? std::bit_cast<float>(bits & 0x80000000U) : value;
}
template <bool kFtz>
double flushed(double value) {
  return value;
}

/// A NaN with its quiet bit set; numbers stay as they are.
inline float quieted(float value) { return canonical(value); }
inline double quieted(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value) | std::uint64_t{1} << 51;
  return value != value ? std::bit_cast<double>(bits) : value;
}

/// The NaN of a binary64 operation: its last operand that is one, else what the host made. (Seen on
/// an H200.)
inline double with_nan(double result, double a, double b) {
  const double from_operands = b != b ? quieted(b) : quieted(a);
  return a != a || b != b ? from_operands : result;
}
inline float with_nan(float result, float /*a*/, float /*b*/) { return canonical(result); }

/// Smaller of two numbers, -0 below +0; a NaN loses against a number (PTX ISA 9.7.3.11).
template <class T>
T number_min(T a, T b) {
  using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
  const T zero = std::bit_cast<T>(std::bit_cast<Bits>(a) | std::bit_cast<Bits>(b));
  const T ordered = a < b ? a : (b < a ? b : zero);
  return a != a ? quieted(b) : (b != b ? a : ordered);
}
template <class T>
T number_max(T a, T b) {
  using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
  const T zero = std::bit_cast<T>(std::bit_cast<Bits>(a) & std::bit_cast<Bits>(b));
  const T ordered = a > b ? a : (b > a ? b : zero);
  return a != a ? quieted(b) : (b != b ? a : ordered);
}

/// The value of a binary16.
inline float from_half(std::uint16_t half) {
  const std::uint32_t sign = (half & 0x8000U) << 16;
  const std::uint32_t exponent = half >> 10 & 0x1fU;
  const std::uint32_t fraction = half & 0x3ffU;
  if (exponent == 0x1f) {
    return std::bit_cast<float>(fraction == 0 ? sign | 0x7f800000U : kCanonicalNan);
  }
  if (exponent == 0) {
    const float magnitude = static_cast<float>(fraction) * 0x1p-24F;
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(magnitude) | sign);
  }
  return std::bit_cast<float>(sign | (exponent + 112) << 23 | fraction << 13);
}

/// As binary64, which keeps the payload of a NaN.
inline double double_from_half(std::uint16_t half) {
  const bool nan = (half & 0x7c00U) == 0x7c00U && (half & 0x3ffU) != 0;
  const std::uint64_t bits = std::uint64_t{half & 0x8000U} << 48 | std::uint64_t{0x7ff8} << 48 |
                             std::uint64_t{half & 0x3ffU} << 42;
  return nan ? std::bit_cast<double>(bits) : static_cast<double>(from_half(half));
}

/// The binary16 NaN that the conversion from binary64 gives: its sign and the top of its payload.
inline std::uint16_t half_nan(double nan) {
  const auto bits = std::bit_cast<std::uint64_t>(nan);
  return static_cast<std::uint16_t>((bits >> 48 & 0x8000U) | 0x7e00U | (bits >> 42 & 0x3ffU));
}

/// How an inexact value is rounded.
enum class Round : std::uint8_t { nearest, zero, down, up };

/// Of a 16-bit floating-point format: bits of the fraction, the smallest normal exponent, the
/// largest number and the bits of infinity.
struct Binary16 {
  static constexpr int kFraction = 10;
  static constexpr int kLowest = -14;
  static constexpr double kLargest = 65504.0;
  static constexpr std::uint16_t kInfinity = 0x7c00;
};
struct Bfloat16 {
  static constexpr int kFraction = 7;
  static constexpr int kLowest = -126;
  static constexpr double kLargest = 0x1.fep127;
  static constexpr std::uint16_t kInfinity = 0x7f80;
};

/// The number of that format nearest to `value` in that sense.
template <class Format, Round kRound>
std::uint16_t to_small(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const auto sign = static_cast<std::uint16_t>(bits >> 48 & 0x8000U);
  if (value != value) return kCanonicalHalfNan;
  const double magnitude = std::fabs(value);
  if (std::isinf(magnitude)) return sign | Format::kInfinity;
  // One unit in the last place of the result, then how many of them.
  const int exponent =
      magnitude == 0 ? Format::kLowest
                     : std::clamp(std::ilogb(magnitude), Format::kLowest, 2 - Format::kLowest);
  const double units = std::ldexp(magnitude, Format::kFraction - exponent);
  double whole = std::floor(units);
  const double rest = units - whole;
  const bool negative = sign != 0;
  const bool away =
      kRound == Round::nearest
          ? rest > 0.5 || (rest == 0.5 && std::fmod(whole, 2.0) != 0)
          : rest > 0 && ((kRound == Round::up && !negative) || (kRound == Round::down && negative));
  if (away) whole += 1;
  if (std::ldexp(whole, exponent - Format::kFraction) > Format::kLargest) {
    const bool infinite = kRound == Round::nearest || (kRound == Round::up && !negative) ||
                          (kRound == Round::down && negative);
    return sign | static_cast<std::uint16_t>(Format::kInfinity - (infinite ? 0 : 1));
  }
  // The units carry into the exponent by themselves.
  const int base = (exponent - Format::kLowest) << Format::kFraction;
  return static_cast<std::uint16_t>(sign |
                                    static_cast<std::uint16_t>(base + static_cast<int>(whole)));
}

/// The binary16 nearest to `value` in that sense.
template <Round kRound = Round::nearest>
std::uint16_t to_half(double value) {
  return to_small<Binary16, kRound>(value);
}

/// The value of a bfloat16.
inline float from_bfloat(std::uint16_t bfloat) {
  const auto bits = std::uint32_t{bfloat} << 16;
  return canonical(std::bit_cast<float>(bits));
}

/// The bfloat16 nearest to `value` in that sense.
template <Round kRound = Round::nearest>
std::uint16_t to_bfloat(double value) {
  return to_small<Bfloat16, kRound>(value);
}

/// a + b, or if that is no binary64 the neighbour with an odd last bit: another rounding to a
/// narrower format then is right, too (Boldo, Melquiond, 2008).
inline double add_to_odd(double a, double b) {
  const double sum = a + b;
  const double part = sum - a;
  const double error = (a - (sum - part)) + (b - part);
  auto bits = std::bit_cast<std::uint64_t>(sum);
  if (!std::isfinite(sum) || error == 0 || (bits & 1U) != 0) return sum;
  bits += (error > 0) == (sum > 0) ? 1 : ~std::uint64_t{0};
  return std::bit_cast<double>(bits);
}

}  // namespace warpgrade::simt
