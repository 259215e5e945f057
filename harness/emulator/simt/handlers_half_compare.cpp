// SPDX-License-Identifier: Apache-2.0
// setp and set of bfloat16 and of pairs (PTX ISA 9.7.7).
#include "harness/emulator/simt/compare.hpp"
#include "harness/emulator/simt/half.hpp"

#include <array>

namespace warpgrade::simt {
namespace {

using namespace half;  // NOLINT(google-build-using-namespace): their table
using ptx::Compare;
using ptx::Opcode;
using ptx::Type;

template <SmallFloat F, Compare kCompare, bool kFtz>
bool holds(F a, F b) {
  return compare<double, kCompare>(value<kFtz>(a), value<kFtz>(b));
}
template <SmallPair P, Compare kCompare, bool kFtz>
bool low_holds(P a, P b) {
  return holds<PartOf<P>, kCompare, kFtz>(low(a), low(b));
}
template <SmallPair P, Compare kCompare, bool kFtz>
bool high_holds(P a, P b) {
  return holds<PartOf<P>, kCompare, kFtz>(high(a), high(b));
}
/// Each half all ones or zero.
template <SmallPair P, Compare kCompare, bool kFtz>
u32 mask(P a, P b) {
  return (low_holds<P, kCompare, kFtz>(a, b) ? 0xffffU : 0U) |
         (high_holds<P, kCompare, kFtz>(a, b) ? 0xffff0000U : 0U);
}
/// Each half 1.0 or +0.
template <SmallPair P, Compare kCompare, bool kFtz>
P ones(P a, P b) {
  const auto one = rounded<PartOf<P>>(1);
  return {mask<P, kCompare, kFtz>(a, b) & (u32{one.bits} << 16 | one.bits)};
}

constexpr Form setp(Type type, Compare compare, bool ftz, bool of_high = false) {
  return {.opcode = Opcode::setp, .type = type, .compare = compare, .ftz = ftz, .flag = of_high};
}
constexpr Form set(Type to, Type type, Compare compare, bool ftz) {
  return {.opcode = Opcode::set, .type = to, .source_type = type, .compare = compare, .ftz = ftz};
}

template <SmallPair P, Compare kCompare, bool kFtz>
constexpr std::array<Row, 4> pair_rows(Type type) {
  return {row<low_holds<P, kCompare, kFtz>>(setp(type, kCompare, kFtz)),
          row<high_holds<P, kCompare, kFtz>>(setp(type, kCompare, kFtz, true)),
          row<mask<P, kCompare, kFtz>>(set(Type::u32, type, kCompare, kFtz)),
          row<ones<P, kCompare, kFtz>>(set(type, type, kCompare, kFtz))};
}

template <Compare kCompare>
constexpr auto rows_of() {
  return simt::joined(
      std::array{row<holds<Bfloat, kCompare, false>>(setp(Type::bf16, kCompare, false)),
                 row<holds<Half, kCompare, true>>(setp(Type::f16, kCompare, true))},
      pair_rows<Half2, kCompare, false>(Type::f16x2), pair_rows<Half2, kCompare, true>(Type::f16x2),
      pair_rows<Bfloat2, kCompare, false>(Type::bf16x2));
}

template <Compare... kCompares>
constexpr auto rows_of_all() {
  return simt::joined(rows_of<kCompares>()...);
}

using enum Compare;
constexpr auto kRows =
    rows_of_all<eq, ne, lt, le, gt, ge, equ, neu, ltu, leu, gtu, geu, num, nan>();

}  // namespace

std::span<const Row> half_compare_rows() { return kRows; }

}  // namespace warpgrade::simt
