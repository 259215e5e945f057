// SPDX-License-Identifier: Apache-2.0
// setp (PTX ISA 9.7.6). set is setp and a selection; .and/.or/.xor with a predicate are operations
// after it.
#include "harness/emulator/simt/compare.hpp"
#include "harness/emulator/simt/integer.hpp"
#include "harness/emulator/simt/lanes.hpp"
#include "harness/emulator/simt/number.hpp"

#include <cstdint>

namespace warpgrade::simt {
namespace {

using ptx::Compare;
using ptx::Opcode;
using ptx::Type;

template <Compare kCompare>
bool compare_flushed(float a, float b) {
  return compare<float, kCompare>(flushed<true>(a), flushed<true>(b));
}
template <Compare kCompare>
bool compare_half(Half a, Half b) {
  return compare<float, kCompare>(from_half(a.bits), from_half(b.bits));
}

constexpr Form of(Compare compare, Type type, bool ftz = false) {
  return {.opcode = Opcode::setp, .type = type, .compare = compare, .ftz = ftz};
}

/// All types of one ordered comparison of integers; eq and ne have no signs (form_of()).
template <class T, Compare kCompare>
constexpr Row order(Type type) {
  return row<compare<T, kCompare>>(of(kCompare, type));
}

// clang-format off
#define WARPGRADE_INTEGER_ORDER(comparison)                                           \
  order<u16, Compare::comparison>(Type::u16), order<s16, Compare::comparison>(Type::s16), \
  order<u32, Compare::comparison>(Type::u32), order<s32, Compare::comparison>(Type::s32), \
  order<u64, Compare::comparison>(Type::u64), order<s64, Compare::comparison>(Type::s64)
#define WARPGRADE_FLOAT_COMPARE(comparison)                                           \
  row<compare<float, Compare::comparison>>(of(Compare::comparison, Type::f32)),       \
  row<compare_flushed<Compare::comparison>>(of(Compare::comparison, Type::f32, true)), \
  row<compare<double, Compare::comparison>>(of(Compare::comparison, Type::f64)),      \
  row<compare_half<Compare::comparison>>(of(Compare::comparison, Type::f16))

constexpr Row kRows[] = {  // NOLINT(modernize-avoid-c-arrays): a table without its length
    order<u16, Compare::eq>(Type::u16), order<u32, Compare::eq>(Type::u32),
    order<u64, Compare::eq>(Type::u64),
    order<u16, Compare::ne>(Type::u16), order<u32, Compare::ne>(Type::u32),
    order<u64, Compare::ne>(Type::u64),
    WARPGRADE_INTEGER_ORDER(lt), WARPGRADE_INTEGER_ORDER(le),
    WARPGRADE_INTEGER_ORDER(gt), WARPGRADE_INTEGER_ORDER(ge),
    WARPGRADE_FLOAT_COMPARE(eq), WARPGRADE_FLOAT_COMPARE(ne), WARPGRADE_FLOAT_COMPARE(lt),
    WARPGRADE_FLOAT_COMPARE(le), WARPGRADE_FLOAT_COMPARE(gt), WARPGRADE_FLOAT_COMPARE(ge),
    WARPGRADE_FLOAT_COMPARE(equ), WARPGRADE_FLOAT_COMPARE(neu), WARPGRADE_FLOAT_COMPARE(ltu),
    WARPGRADE_FLOAT_COMPARE(leu), WARPGRADE_FLOAT_COMPARE(gtu), WARPGRADE_FLOAT_COMPARE(geu),
    WARPGRADE_FLOAT_COMPARE(num), WARPGRADE_FLOAT_COMPARE(nan),
};
// clang-format on

}  // namespace

std::span<const Row> compare_rows() { return kRows; }

}  // namespace warpgrade::simt
