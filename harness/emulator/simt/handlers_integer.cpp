// SPDX-License-Identifier: Apache-2.0
// Integer arithmetic (PTX ISA 9.7.1, 9.7.2). Sums and products wrap, so one row serves both signs;
// rows whose result is a predicate are the carries of .cc forms.
#include "harness/emulator/simt/lanes.hpp"
#include "harness/emulator/simt/number.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace warpgrade::simt {
namespace {

using ptx::Opcode;
using ptx::Part;
using ptx::Type;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
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

template <class T>
T add(T a, T b) {
  return static_cast<T>(a + b);
}
template <class T>
T sub(T a, T b) {
  return static_cast<T>(a - b);
}
template <class T>
T mul_lo(T a, T b) {
  return static_cast<T>(Wide<T>{a} * b);
}
template <class T>
T mul_hi(T a, T b) {
  return static_cast<T>((Wide<T>{a} * b) >> std::numeric_limits<std::make_unsigned_t<T>>::digits);
}
template <class T>
Wide<T> mul_wide(T a, T b) {
  return Wide<T>{a} * b;
}

/// Sums that must wrap are those of unsigned numbers.
template <class T>
T wrapped_sum(T a, T b) {
  using Unsigned = std::make_unsigned_t<T>;
  return static_cast<T>(static_cast<Unsigned>(a) + static_cast<Unsigned>(b));
}
template <class T>
T mad_lo(T a, T b, T c) {
  return wrapped_sum(mul_lo(a, b), c);
}
template <class T>
T mad_hi(T a, T b, T c) {
  return wrapped_sum(mul_hi(a, b), c);
}
template <class T>
Wide<T> mad_wide(T a, T b, Wide<T> c) {
  return wrapped_sum(mul_wide(a, b), c);
}

template <class T>
bool add_carry(T a, T b) {
  return static_cast<T>(a + b) < a;
}
template <class T>
T add_with(T a, T b, bool carry) {
  return static_cast<T>(a + b + T{carry});
}
template <class T>
bool add_with_carry(T a, T b, bool carry) {
  const T sum = a + b;
  return sum < a || static_cast<T>(sum + T{carry}) < sum;
}
template <class T>
bool sub_borrow(T a, T b) {
  return a < b;
}
template <class T>
T sub_with(T a, T b, bool borrow) {
  return static_cast<T>(a - b - T{borrow});
}
template <class T>
bool sub_with_borrow(T a, T b, bool borrow) {
  return a < b || (a == b && borrow);
}

s32 saturated(s64 value) {
  constexpr s64 kLow = std::numeric_limits<s32>::min();
  constexpr s64 kHigh = std::numeric_limits<s32>::max();
  const s64 floored = value < kLow ? kLow : value;
  return static_cast<s32>(floored > kHigh ? kHigh : floored);
}
s32 add_sat(s32 a, s32 b) { return saturated(s64{a} + b); }
s32 sub_sat(s32 a, s32 b) { return saturated(s64{a} - b); }
s32 mad_hi_sat(s32 a, s32 b, s32 c) { return saturated(s64{mul_hi(a, b)} + c); }

/// Division by zero gives all ones, and the lowest number divided by -1 is itself, as on the
/// device.
template <class T>
T div(T a, T b) {
  if (b == 0) return static_cast<T>(~T{0});
  if constexpr (std::is_signed_v<T>) {
    if (b == -1) return wrapped_sum(static_cast<T>(~a), T{1});
  }
  return static_cast<T>(a / b);
}
template <class T>
T rem(T a, T b) {
  if (b == 0) return static_cast<T>(~T{0});
  if constexpr (std::is_signed_v<T>) {
    if (b == -1) return 0;
  }
  return static_cast<T>(a % b);
}

template <class T>
T negate(T a) {
  return wrapped_sum(static_cast<T>(~a), T{1});
}
template <class T>
T absolute(T a) {
  return a < 0 ? negate(a) : a;
}
template <class T>
T lower(T a, T b) {
  return b < a ? b : a;
}
template <class T>
T higher(T a, T b) {
  return a < b ? b : a;
}
template <class T>
T sad(T a, T b, T c) {
  using Unsigned = std::make_unsigned_t<T>;
  const auto x = static_cast<Unsigned>(a);
  const auto y = static_cast<Unsigned>(b);
  const auto difference = static_cast<Unsigned>(a < b ? y - x : x - y);
  return wrapped_sum(c, static_cast<T>(difference));
}

/// The low 24 bits of a number, extended.
template <class T>
s64 low24(T a) {
  const auto bits = static_cast<u32>(a) << 8;
  if constexpr (std::is_signed_v<T>) return static_cast<s32>(bits) >> 8;
  return bits >> 8;
}
template <class T>
T mul24_lo(T a, T b) {
  return static_cast<T>(low24(a) * low24(b));
}
template <class T>
T mul24_hi(T a, T b) {
  return static_cast<T>((low24(a) * low24(b)) >> 16);
}
template <class T>
T mad24_lo(T a, T b, T c) {
  return wrapped_sum(mul24_lo(a, b), c);
}
template <class T>
T mad24_hi(T a, T b, T c) {
  return wrapped_sum(mul24_hi(a, b), c);
}
s32 mad24_hi_sat(s32 a, s32 b, s32 c) { return saturated(s64{mul24_hi(a, b)} + c); }

/// Field `i` of `bits` each wide, extended by the sign of T.
template <class T>
s32 field(u32 value, unsigned i, unsigned bits) {
  const u32 top = value << (32 - bits * (i + 1));
  if constexpr (std::is_signed_v<T>) return static_cast<s32>(top) >> (32 - bits);
  return static_cast<s32>(top >> (32 - bits));
}
template <class A, class B>
u32 dp4a(u32 a, u32 b, u32 c) {
  for (unsigned i = 0; i < 4; ++i) c += static_cast<u32>(field<A>(a, i, 8) * field<B>(b, i, 8));
  return c;
}
template <class A, class B, unsigned kFirst>
u32 dp2a(u32 a, u32 b, u32 c) {
  for (unsigned i = 0; i < 2; ++i) {
    c += static_cast<u32>(field<A>(a, i, 16) * field<B>(b, i + kFirst, 8));
  }
  return c;
}

constexpr Form of(Opcode opcode, Type type, Part part = Part::none) {
  return {.opcode = opcode, .type = type, .part = part};
}
constexpr Form carry(Opcode opcode, Type type) {
  return {.opcode = opcode, .type = type, .flag = true};
}
constexpr Form sat(Opcode opcode, Type type, Part part = Part::none) {
  return {.opcode = opcode, .type = type, .part = part, .sat = true};
}
constexpr Form dot(Opcode opcode, Type a, Type b, Part part = Part::none) {
  return {.opcode = opcode, .type = a, .source_type = b, .part = part};
}

// clang-format off
constexpr Row kRows[] = {  // NOLINT(modernize-avoid-c-arrays): a table without its length
    row<add<u16>>(of(Opcode::add, Type::u16)),
    row<add<u32>>(of(Opcode::add, Type::u32)),
    row<add<u64>>(of(Opcode::add, Type::u64)),
    row<sub<u16>>(of(Opcode::sub, Type::u16)),
    row<sub<u32>>(of(Opcode::sub, Type::u32)),
    row<sub<u64>>(of(Opcode::sub, Type::u64)),
    row<add_sat>(sat(Opcode::add, Type::s32)),
    row<sub_sat>(sat(Opcode::sub, Type::s32)),

    row<add_carry<u32>>(carry(Opcode::add, Type::u32)),
    row<add_carry<u64>>(carry(Opcode::add, Type::u64)),
    row<add_with<u32>>(of(Opcode::addc, Type::u32)),
    row<add_with<u64>>(of(Opcode::addc, Type::u64)),
    row<add_with_carry<u32>>(carry(Opcode::addc, Type::u32)),
    row<add_with_carry<u64>>(carry(Opcode::addc, Type::u64)),
    row<sub_borrow<u32>>(carry(Opcode::sub, Type::u32)),
    row<sub_borrow<u64>>(carry(Opcode::sub, Type::u64)),
    row<sub_with<u32>>(of(Opcode::subc, Type::u32)),
    row<sub_with<u64>>(of(Opcode::subc, Type::u64)),
    row<sub_with_borrow<u32>>(carry(Opcode::subc, Type::u32)),
    row<sub_with_borrow<u64>>(carry(Opcode::subc, Type::u64)),

    row<mul_lo<u16>>(of(Opcode::mul, Type::u16, Part::lo)),
    row<mul_lo<u32>>(of(Opcode::mul, Type::u32, Part::lo)),
    row<mul_lo<u64>>(of(Opcode::mul, Type::u64, Part::lo)),
    row<mul_hi<u16>>(of(Opcode::mul, Type::u16, Part::hi)),
    row<mul_hi<s16>>(of(Opcode::mul, Type::s16, Part::hi)),
    row<mul_hi<u32>>(of(Opcode::mul, Type::u32, Part::hi)),
    row<mul_hi<s32>>(of(Opcode::mul, Type::s32, Part::hi)),
    row<mul_hi<u64>>(of(Opcode::mul, Type::u64, Part::hi)),
    row<mul_hi<s64>>(of(Opcode::mul, Type::s64, Part::hi)),
    row<mul_wide<u16>>(of(Opcode::mul, Type::u16, Part::wide)),
    row<mul_wide<s16>>(of(Opcode::mul, Type::s16, Part::wide)),
    row<mul_wide<u32>>(of(Opcode::mul, Type::u32, Part::wide)),
    row<mul_wide<s32>>(of(Opcode::mul, Type::s32, Part::wide)),

    row<mad_lo<u16>>(of(Opcode::mad, Type::u16, Part::lo)),
    row<mad_lo<u32>>(of(Opcode::mad, Type::u32, Part::lo)),
    row<mad_lo<u64>>(of(Opcode::mad, Type::u64, Part::lo)),
    row<mad_hi<u16>>(of(Opcode::mad, Type::u16, Part::hi)),
    row<mad_hi<s16>>(of(Opcode::mad, Type::s16, Part::hi)),
    row<mad_hi<u32>>(of(Opcode::mad, Type::u32, Part::hi)),
    row<mad_hi<s32>>(of(Opcode::mad, Type::s32, Part::hi)),
    row<mad_hi<u64>>(of(Opcode::mad, Type::u64, Part::hi)),
    row<mad_hi<s64>>(of(Opcode::mad, Type::s64, Part::hi)),
    row<mad_wide<u16>>(of(Opcode::mad, Type::u16, Part::wide)),
    row<mad_wide<s16>>(of(Opcode::mad, Type::s16, Part::wide)),
    row<mad_wide<u32>>(of(Opcode::mad, Type::u32, Part::wide)),
    row<mad_wide<s32>>(of(Opcode::mad, Type::s32, Part::wide)),
    row<mad_hi_sat>(sat(Opcode::mad, Type::s32, Part::hi)),

    row<mul24_lo<u32>>(of(Opcode::mul24, Type::u32, Part::lo)),
    row<mul24_lo<s32>>(of(Opcode::mul24, Type::s32, Part::lo)),
    row<mul24_hi<u32>>(of(Opcode::mul24, Type::u32, Part::hi)),
    row<mul24_hi<s32>>(of(Opcode::mul24, Type::s32, Part::hi)),
    row<mad24_lo<u32>>(of(Opcode::mad24, Type::u32, Part::lo)),
    row<mad24_lo<s32>>(of(Opcode::mad24, Type::s32, Part::lo)),
    row<mad24_hi<u32>>(of(Opcode::mad24, Type::u32, Part::hi)),
    row<mad24_hi<s32>>(of(Opcode::mad24, Type::s32, Part::hi)),
    row<mad24_hi_sat>(sat(Opcode::mad24, Type::s32, Part::hi)),

    row<sad<u16>>(of(Opcode::sad, Type::u16)),
    row<sad<s16>>(of(Opcode::sad, Type::s16)),
    row<sad<u32>>(of(Opcode::sad, Type::u32)),
    row<sad<s32>>(of(Opcode::sad, Type::s32)),
    row<sad<u64>>(of(Opcode::sad, Type::u64)),
    row<sad<s64>>(of(Opcode::sad, Type::s64)),
    row<div<u16>>(of(Opcode::div, Type::u16)),
    row<div<s16>>(of(Opcode::div, Type::s16)),
    row<div<u32>>(of(Opcode::div, Type::u32)),
    row<div<s32>>(of(Opcode::div, Type::s32)),
    row<div<u64>>(of(Opcode::div, Type::u64)),
    row<div<s64>>(of(Opcode::div, Type::s64)),
    row<rem<u16>>(of(Opcode::rem, Type::u16)),
    row<rem<s16>>(of(Opcode::rem, Type::s16)),
    row<rem<u32>>(of(Opcode::rem, Type::u32)),
    row<rem<s32>>(of(Opcode::rem, Type::s32)),
    row<rem<u64>>(of(Opcode::rem, Type::u64)),
    row<rem<s64>>(of(Opcode::rem, Type::s64)),

    row<absolute<s16>>(of(Opcode::abs, Type::s16)),
    row<absolute<s32>>(of(Opcode::abs, Type::s32)),
    row<absolute<s64>>(of(Opcode::abs, Type::s64)),
    row<negate<s16>>(of(Opcode::neg, Type::s16)),
    row<negate<s32>>(of(Opcode::neg, Type::s32)),
    row<negate<s64>>(of(Opcode::neg, Type::s64)),
    row<lower<u16>>(of(Opcode::min, Type::u16)),
    row<lower<s16>>(of(Opcode::min, Type::s16)),
    row<lower<u32>>(of(Opcode::min, Type::u32)),
    row<lower<s32>>(of(Opcode::min, Type::s32)),
    row<lower<u64>>(of(Opcode::min, Type::u64)),
    row<lower<s64>>(of(Opcode::min, Type::s64)),
    row<higher<u16>>(of(Opcode::max, Type::u16)),
    row<higher<s16>>(of(Opcode::max, Type::s16)),
    row<higher<u32>>(of(Opcode::max, Type::u32)),
    row<higher<s32>>(of(Opcode::max, Type::s32)),
    row<higher<u64>>(of(Opcode::max, Type::u64)),
    row<higher<s64>>(of(Opcode::max, Type::s64)),

    row<dp4a<u32, u32>>(dot(Opcode::dp4a, Type::u32, Type::u32)),
    row<dp4a<u32, s32>>(dot(Opcode::dp4a, Type::u32, Type::s32)),
    row<dp4a<s32, u32>>(dot(Opcode::dp4a, Type::s32, Type::u32)),
    row<dp4a<s32, s32>>(dot(Opcode::dp4a, Type::s32, Type::s32)),
    row<dp2a<u32, u32, 0>>(dot(Opcode::dp2a, Type::u32, Type::u32, Part::lo)),
    row<dp2a<u32, s32, 0>>(dot(Opcode::dp2a, Type::u32, Type::s32, Part::lo)),
    row<dp2a<s32, u32, 0>>(dot(Opcode::dp2a, Type::s32, Type::u32, Part::lo)),
    row<dp2a<s32, s32, 0>>(dot(Opcode::dp2a, Type::s32, Type::s32, Part::lo)),
    row<dp2a<u32, u32, 2>>(dot(Opcode::dp2a, Type::u32, Type::u32, Part::hi)),
    row<dp2a<u32, s32, 2>>(dot(Opcode::dp2a, Type::u32, Type::s32, Part::hi)),
    row<dp2a<s32, u32, 2>>(dot(Opcode::dp2a, Type::s32, Type::u32, Part::hi)),
    row<dp2a<s32, s32, 2>>(dot(Opcode::dp2a, Type::s32, Type::s32, Part::hi)),
};
// clang-format on

}  // namespace

std::span<const Row> integer_rows() { return kRows; }

}  // namespace warpgrade::simt
