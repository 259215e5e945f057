// SPDX-License-Identifier: Apache-2.0
// Logic, shifts, moves, selection (PTX ISA 9.7.7, 9.7.8). They ignore signs except where named.
#include "harness/emulator/simt/integer.hpp"
#include "harness/emulator/simt/lanes.hpp"

#include <algorithm>
#include <limits>
#include <type_traits>

namespace warpgrade::simt {
namespace {

using ptx::Mode;
using ptx::Opcode;
using ptx::Type;

template <class T>
constexpr u32 kBits = std::numeric_limits<std::make_unsigned_t<T>>::digits;

template <class T>
T both(T a, T b) {
  return static_cast<T>(a & b);
}
template <class T>
T either(T a, T b) {
  return static_cast<T>(a | b);
}
template <class T>
T differ(T a, T b) {
  return static_cast<T>(a ^ b);
}
template <class T>
T inverted(T a) {
  return static_cast<T>(~a);
}
template <class T>
T is_zero(T a) {
  return a == 0 ? 1 : 0;
}
template <class T>
T copied(T a) {
  return a;
}

/// Shifts by the width or more give all zeros, or the sign.
template <class T>
T shift_left(T a, u32 by) {
  return by < kBits<T> ? static_cast<T>(a << by) : T{0};
}
template <class T>
T shift_right(T a, u32 by) {
  if constexpr (std::is_signed_v<T>)
    return static_cast<T>(a >> (by < kBits<T> ? by : kBits<T> - 1));
  return by < kBits<T> ? static_cast<T>(a >> by) : T{0};
}

template <bool kWrap>
u32 funnel_left(u32 low, u32 high, u32 by) {
  const u32 n = kWrap ? by % 32 : std::min(by, 32U);
  const u64 pair = u64{high} << 32 | low;
  return static_cast<u32>((pair << n) >> 32);
}
template <bool kWrap>
u32 funnel_right(u32 low, u32 high, u32 by) {
  const u32 n = kWrap ? by % 32 : std::min(by, 32U);
  const u64 pair = u64{high} << 32 | low;
  return static_cast<u32>(pair >> n);
}

template <class T>
T select(T a, T b, bool first) {
  return first ? a : b;
}
template <class T>
T select_by_int(T a, T b, s32 c) {
  return c >= 0 ? a : b;
}
template <class T>
T select_by_float(T a, T b, float c) {
  return c >= 0 ? a : b;
}
/// Negative subnormals count as -0.
template <class T>
T select_by_flushed(T a, T b, float c) {
  return c > -0x1p-126F ? a : b;
}

constexpr Form of(Opcode opcode, Type type) { return {.opcode = opcode, .type = type}; }
constexpr Form funnel(Mode mode, bool wrap) {
  return {.opcode = Opcode::shf, .type = Type::u32, .mode = mode, .flag = wrap};
}
constexpr Form slct(Type type, Type by, bool ftz = false) {
  return {.opcode = Opcode::slct, .type = type, .source_type = by, .ftz = ftz};
}

// clang-format off
constexpr Row kRows[] = {  // NOLINT(modernize-avoid-c-arrays): a table without its length
    mask_row<both<Mask>>(of(Opcode::and_, Type::pred)),
    row<both<u16>>(of(Opcode::and_, Type::u16)),
    row<both<u32>>(of(Opcode::and_, Type::u32)),
    row<both<u64>>(of(Opcode::and_, Type::u64)),
    mask_row<either<Mask>>(of(Opcode::or_, Type::pred)),
    row<either<u16>>(of(Opcode::or_, Type::u16)),
    row<either<u32>>(of(Opcode::or_, Type::u32)),
    row<either<u64>>(of(Opcode::or_, Type::u64)),
    mask_row<differ<Mask>>(of(Opcode::xor_, Type::pred)),
    row<differ<u16>>(of(Opcode::xor_, Type::u16)),
    row<differ<u32>>(of(Opcode::xor_, Type::u32)),
    row<differ<u64>>(of(Opcode::xor_, Type::u64)),
    mask_row<inverted<Mask>>(of(Opcode::not_, Type::pred)),
    row<inverted<u16>>(of(Opcode::not_, Type::u16)),
    row<inverted<u32>>(of(Opcode::not_, Type::u32)),
    row<inverted<u64>>(of(Opcode::not_, Type::u64)),
    row<is_zero<u16>>(of(Opcode::cnot, Type::u16)),
    row<is_zero<u32>>(of(Opcode::cnot, Type::u32)),
    row<is_zero<u64>>(of(Opcode::cnot, Type::u64)),
    mask_row<copied<Mask>>(of(Opcode::mov, Type::pred)),
    row<copied<u16>>(of(Opcode::mov, Type::u16)),
    row<copied<u32>>(of(Opcode::mov, Type::u32)),
    row<copied<u64>>(of(Opcode::mov, Type::u64)),

    row<shift_left<u16>>(of(Opcode::shl, Type::u16)),
    row<shift_left<u32>>(of(Opcode::shl, Type::u32)),
    row<shift_left<u64>>(of(Opcode::shl, Type::u64)),
    row<shift_right<u16>>(of(Opcode::shr, Type::u16)),
    row<shift_right<s16>>(of(Opcode::shr, Type::s16)),
    row<shift_right<u32>>(of(Opcode::shr, Type::u32)),
    row<shift_right<s32>>(of(Opcode::shr, Type::s32)),
    row<shift_right<u64>>(of(Opcode::shr, Type::u64)),
    row<shift_right<s64>>(of(Opcode::shr, Type::s64)),
    row<funnel_left<false>>(funnel(Mode::left, false)),
    row<funnel_left<true>>(funnel(Mode::left, true)),
    row<funnel_right<false>>(funnel(Mode::right, false)),
    row<funnel_right<true>>(funnel(Mode::right, true)),

    row<select<u16>>(of(Opcode::selp, Type::u16)),
    row<select<u32>>(of(Opcode::selp, Type::u32)),
    row<select<u64>>(of(Opcode::selp, Type::u64)),
    row<select_by_int<u16>>(slct(Type::u16, Type::s32)),
    row<select_by_int<u32>>(slct(Type::u32, Type::s32)),
    row<select_by_int<u64>>(slct(Type::u64, Type::s32)),
    row<select_by_float<u16>>(slct(Type::u16, Type::f32)),
    row<select_by_float<u32>>(slct(Type::u32, Type::f32)),
    row<select_by_float<u64>>(slct(Type::u64, Type::f32)),
    row<select_by_flushed<u16>>(slct(Type::u16, Type::f32, true)),
    row<select_by_flushed<u32>>(slct(Type::u32, Type::f32, true)),
    row<select_by_flushed<u64>>(slct(Type::u64, Type::f32, true)),
};
// clang-format on

}  // namespace

std::span<const Row> logic_rows() { return kRows; }

}  // namespace warpgrade::simt
