// SPDX-License-Identifier: Apache-2.0
// Quotients, orders, distances, short and dot products of integers (PTX ISA 9.7.1).
#include "harness/emulator/simt/integer.hpp"
#include "harness/emulator/simt/lanes.hpp"

#include <type_traits>

namespace warpgrade::simt {
namespace {

using ptx::Opcode;
using ptx::Part;
using ptx::Type;

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
constexpr Form sat(Opcode opcode, Type type, Part part = Part::none) {
  return {.opcode = opcode, .type = type, .part = part, .sat = true};
}
constexpr Form dot(Opcode opcode, Type a, Type b, Part part = Part::none) {
  return {.opcode = opcode, .type = a, .source_type = b, .part = part};
}

// clang-format off
constexpr Row kRows[] = {  // NOLINT(modernize-avoid-c-arrays): a table without its length
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

std::span<const Row> integer_rows_more() { return kRows; }

}  // namespace warpgrade::simt
