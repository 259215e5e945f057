// SPDX-License-Identifier: Apache-2.0
// Counting, finding and moving bits and bytes (PTX ISA 9.7.1, 9.7.8, 9.7.9).
#include "harness/emulator/simt/integer.hpp"
#include "harness/emulator/simt/lanes.hpp"

#include <algorithm>
#include <bit>
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
  constexpr u32 by_mode[] = {kSelectors0, kSelectors1, kSelectors2, kSelectors3};  // NOLINT
  return permute_by(a, b, by_mode[c & 3]);
}

/// Bits `at` to `at` + `length` (PTX ISA 9.7.1.24).
template <bool kWrap>
u32 field_mask(u32 at, u32 length) {
  const u32 start = kWrap ? at & 31 : at;
  const u64 end = u64{start} + (kWrap ? length & 31 : length);
  const u32 from = start < 32 ? ~0U << start : 0;
  const u32 beyond = end < 32 ? ~0U << end : 0;
  return from & ~beyond;
}

/// Position of the n-th set bit from `base` on, n counted by `offset`, downwards where that is
/// negative; all ones if there is none (PTX ISA 9.7.1.16).
u32 nth_set(u32 mask, u32 base, s32 offset) {
  if (base > 31) return ~0U;
  if (offset == 0) return (mask >> base & 1) != 0 ? base : ~0U;
  const int step = offset > 0 ? 1 : -1;
  s64 left = offset > 0 ? s64{offset} : -s64{offset};
  for (int at = static_cast<int>(base); at >= 0 && at < 32; at += step) {
    if ((mask >> at & 1) != 0 && --left == 0) return static_cast<u32>(at);
  }
  return ~0U;
}

constexpr Form of(Opcode opcode, Type type) { return {.opcode = opcode, .type = type}; }
constexpr Form flagged(Opcode opcode, Type type) {
  return {.opcode = opcode, .type = type, .flag = true};
}
constexpr Form prmt(Mode mode) { return {.opcode = Opcode::prmt, .type = Type::u32, .mode = mode}; }

// clang-format off
constexpr Row kRows[] = {  // NOLINT(modernize-avoid-c-arrays): a table without its length
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
    row<field_mask<false>>(of(Opcode::bmsk, Type::u32)),
    row<field_mask<true>>(flagged(Opcode::bmsk, Type::u32)),
    row<nth_set>(of(Opcode::fns, Type::u32)),
    row<lop3>(of(Opcode::lop3, Type::u32)),

    row<permute_by>(prmt(Mode::none)),
    row<permute<0x3210, 0x4321, 0x5432, 0x6543>>(prmt(Mode::f4e)),
    row<permute<0x5670, 0x6701, 0x7012, 0x0123>>(prmt(Mode::b4e)),
    row<permute<0x0000, 0x1111, 0x2222, 0x3333>>(prmt(Mode::rc8)),
    row<permute<0x3210, 0x3211, 0x3222, 0x3333>>(prmt(Mode::ecl)),
    row<permute<0x0000, 0x1110, 0x2210, 0x3210>>(prmt(Mode::ecr)),
    row<permute<0x1010, 0x3232, 0x1010, 0x3232>>(prmt(Mode::rc16)),

};
// clang-format on

}  // namespace

std::span<const Row> bit_rows() { return kRows; }

}  // namespace warpgrade::simt
