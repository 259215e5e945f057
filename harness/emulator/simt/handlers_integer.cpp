// SPDX-License-Identifier: Apache-2.0
// Sums and products of integers (PTX ISA 9.7.1, 9.7.2). They wrap, so one row serves both signs;
// rows whose result is a predicate are the carries of .cc forms.
#include "harness/emulator/simt/integer.hpp"
#include "harness/emulator/simt/lanes.hpp"

#include <limits>
#include <type_traits>

namespace warpgrade::simt {
namespace {

using ptx::Opcode;
using ptx::Part;
using ptx::Type;

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

s32 add_sat(s32 a, s32 b) { return saturated(s64{a} + b); }
s32 sub_sat(s32 a, s32 b) { return saturated(s64{a} - b); }
s32 mad_hi_sat(s32 a, s32 b, s32 c) { return saturated(s64{mul_hi(a, b)} + c); }

constexpr Form of(Opcode opcode, Type type, Part part = Part::none) {
  return {.opcode = opcode, .type = type, .part = part};
}
constexpr Form carry(Opcode opcode, Type type) {
  return {.opcode = opcode, .type = type, .flag = true};
}
constexpr Form sat(Opcode opcode, Type type, Part part = Part::none) {
  return {.opcode = opcode, .type = type, .part = part, .sat = true};
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

};
// clang-format on

}  // namespace

std::span<const Row> integer_rows() { return kRows; }

}  // namespace warpgrade::simt
