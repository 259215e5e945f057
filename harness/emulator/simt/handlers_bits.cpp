// SPDX-License-Identifier: Apache-2.0
// Logic, shifts, bit fields, selection (PTX ISA 9.7.1, 9.7.7, 9.7.8). They ignore signs except
// where named.
#include "harness/emulator/simt/lanes.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace warpgrade::simt {
namespace {

using ptx::Mode;
using ptx::Opcode;
using ptx::Type;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using s16 = std::int16_t;
using s32 = std::int32_t;
using s64 = std::int64_t;

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
u32 ones(T a) {
  return static_cast<u32>(std::popcount(a));
}
template <class T>
u32 leading(T a) {
  return static_cast<u32>(std::countl_zero(a));
}
u32 reversed32(u32 a) {
  a = (a >> 1 & 0x55555555U) | (a & 0x55555555U) << 1;
  a = (a >> 2 & 0x33333333U) | (a & 0x33333333U) << 2;
  a = (a >> 4 & 0x0f0f0f0fU) | (a & 0x0f0f0f0fU) << 4;
  return __builtin_bswap32(a);
}
u64 reversed64(u64 a) {
  return u64{reversed32(static_cast<u32>(a))} << 32 | reversed32(static_cast<u32>(a >> 32));
}

/// Position of the highest bit that differs from the sign, or all ones; as the shift that brings it
/// to the top where kAsShift.
template <class T, bool kAsShift>
u32 highest(T a) {
  using Unsigned = std::make_unsigned_t<T>;
  auto bits = static_cast<Unsigned>(a);
  if (std::is_signed_v<T> && a < T{0}) bits = static_cast<Unsigned>(~bits);
  if (bits == 0) return ~0U;
  const auto zeros = static_cast<u32>(std::countl_zero(bits));
  return kAsShift ? zeros : kBits<T> - 1 - zeros;
}

/// Positions and lengths of bit fields: of 32-bit instructions their low bytes count, of 64-bit
/// ones all bits. (Seen on an H200.) Beyond the width they are all alike.
template <class T>
u32 field_size(u32 given) {
  return std::min(sizeof(T) == 8 ? given : given & 0xff, 0xffU);
}

/// Signed fields repeat their top bit (PTX ISA 9.7.1.18).
template <class T>
T extract(T a, u32 at, u32 length) {
  const u32 position = field_size<T>(at);
  const u32 count = field_size<T>(length);
  using Unsigned = std::make_unsigned_t<T>;
  const auto bits = static_cast<Unsigned>(a);
  const u32 top = std::min(position + count - (count != 0 ? 1 : 0), kBits<T> - 1);
  const bool negative = std::is_signed_v<T> && count != 0 && (bits >> top & 1) != 0;
  const Unsigned shifted =
      position < kBits<T> ? static_cast<Unsigned>(bits >> position) : Unsigned{0};
  const u32 kept = position < kBits<T> ? std::min(count, kBits<T> - position) : 0;
  const Unsigned mask =
      kept >= kBits<T> ? ~Unsigned{0} : static_cast<Unsigned>((Unsigned{1} << kept) - 1);
  return static_cast<T>(negative ? (shifted & mask) | static_cast<Unsigned>(~mask)
                                 : shifted & mask);
}

template <class T>
T insert(T field, T into, u32 at, u32 length) {
  const u32 position = field_size<T>(at);
  const u32 count = std::min(field_size<T>(length), kBits<T>);
  if (position >= kBits<T> || count == 0) return into;
  const T ones = count == kBits<T> ? static_cast<T>(~T{0}) : static_cast<T>((T{1} << count) - 1);
  const T mask = static_cast<T>(ones << position);
  return static_cast<T>((into & ~mask) | (static_cast<T>(field << position) & mask));
}

/// szext: the low `length` bits, extended; lengths beyond 32 clamp or wrap.
template <class T, bool kWrap>
T extend_field(T a, u32 length) {
  const u32 count = kWrap ? length % 32 : std::min(length, 32U);
  if (count == 0) return 0;
  return static_cast<T>(static_cast<T>(static_cast<u32>(a) << (32 - count)) >> (32 - count));
}

u32 lop3(u32 a, u32 b, u32 c, u32 table) {
  u32 result = 0;
  for (u32 i = 0; i < 8; ++i) {
    const u32 term = ((i & 4) != 0 ? a : ~a) & ((i & 2) != 0 ? b : ~b) & ((i & 1) != 0 ? c : ~c);
    result |= (table >> i & 1) != 0 ? term : 0;
  }
  return result;
}

/// Byte `selector` (0 to 7) of the pair; its bit 3 asks for eight copies of the byte's sign.
u32 picked(u64 pair, u32 selector) {
  const auto byte = static_cast<u32>(pair >> (selector & 7) * 8) & 0xff;
  if ((selector & 8) == 0) return byte;
  return (byte & 0x80) != 0 ? 0xff : 0;
}
u32 permute_by(u32 a, u32 b, u32 selectors) {
  const u64 pair = u64{b} << 32 | a;
  u32 result = 0;
  for (u32 i = 0; i < 4; ++i) result |= picked(pair, selectors >> i * 4 & 0xf) << i * 8;
  return result;
}
/// The selectors of the special modes by the low two bits of c (PTX ISA 9.7.9.7).
template <u32 kSelectors0, u32 kSelectors1, u32 kSelectors2, u32 kSelectors3>
u32 permute(u32 a, u32 b, u32 c) {
  constexpr u32 kByMode[] = {kSelectors0, kSelectors1, kSelectors2, kSelectors3};  // NOLINT
  return permute_by(a, b, kByMode[c & 3]);
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
constexpr Form flagged(Opcode opcode, Type type) {
  return {.opcode = opcode, .type = type, .flag = true};
}
constexpr Form funnel(Mode mode, bool wrap) {
  return {.opcode = Opcode::shf, .type = Type::u32, .mode = mode, .flag = wrap};
}
constexpr Form prmt(Mode mode) { return {.opcode = Opcode::prmt, .type = Type::u32, .mode = mode}; }
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

    row<ones<u32>>(of(Opcode::popc, Type::u32)),
    row<ones<u64>>(of(Opcode::popc, Type::u64)),
    row<leading<u32>>(of(Opcode::clz, Type::u32)),
    row<leading<u64>>(of(Opcode::clz, Type::u64)),
    row<reversed32>(of(Opcode::brev, Type::u32)),
    row<reversed64>(of(Opcode::brev, Type::u64)),
    row<highest<u32, false>>(of(Opcode::bfind, Type::u32)),
    row<highest<s32, false>>(of(Opcode::bfind, Type::s32)),
    row<highest<u64, false>>(of(Opcode::bfind, Type::u64)),
    row<highest<s64, false>>(of(Opcode::bfind, Type::s64)),
    row<highest<u32, true>>(flagged(Opcode::bfind, Type::u32)),
    row<highest<s32, true>>(flagged(Opcode::bfind, Type::s32)),
    row<highest<u64, true>>(flagged(Opcode::bfind, Type::u64)),
    row<highest<s64, true>>(flagged(Opcode::bfind, Type::s64)),
    row<extract<u32>>(of(Opcode::bfe, Type::u32)),
    row<extract<s32>>(of(Opcode::bfe, Type::s32)),
    row<extract<u64>>(of(Opcode::bfe, Type::u64)),
    row<extract<s64>>(of(Opcode::bfe, Type::s64)),
    row<insert<u32>>(of(Opcode::bfi, Type::u32)),
    row<insert<u64>>(of(Opcode::bfi, Type::u64)),
    row<extend_field<u32, false>>(of(Opcode::szext, Type::u32)),
    row<extend_field<s32, false>>(of(Opcode::szext, Type::s32)),
    row<extend_field<u32, true>>(flagged(Opcode::szext, Type::u32)),
    row<extend_field<s32, true>>(flagged(Opcode::szext, Type::s32)),
    row<lop3>(of(Opcode::lop3, Type::u32)),

    row<permute_by>(prmt(Mode::none)),
    row<permute<0x3210, 0x4321, 0x5432, 0x6543>>(prmt(Mode::f4e)),
    row<permute<0x5670, 0x6701, 0x7012, 0x0123>>(prmt(Mode::b4e)),
    row<permute<0x0000, 0x1111, 0x2222, 0x3333>>(prmt(Mode::rc8)),
    row<permute<0x3210, 0x3211, 0x3222, 0x3333>>(prmt(Mode::ecl)),
    row<permute<0x0000, 0x1110, 0x2210, 0x3210>>(prmt(Mode::ecr)),
    row<permute<0x1010, 0x3232, 0x1010, 0x3232>>(prmt(Mode::rc16)),

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

std::span<const Row> bit_rows() { return kRows; }

}  // namespace warpgrade::simt
