// SPDX-License-Identifier: Apache-2.0
// setp and set of bfloat16 and of pairs (PTX ISA 9.7.7).
#include "harness/emulator/simt/compare.hpp"
#include "harness/emulator/simt/half.hpp"

#include <array>
#include <utility>

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
constexpr std::array<Row, 14> rows_of() {
  std::array<Row, 14> all{
      row<holds<Bfloat, kCompare, false>>(setp(Type::bf16, kCompare, false)),
      row<holds<Half, kCompare, true>>(setp(Type::f16, kCompare, true)),
  };
  auto* at = all.begin() + 2;
  for (const auto& part : {pair_rows<Half2, kCompare, false>(Type::f16x2),
                           pair_rows<Half2, kCompare, true>(Type::f16x2),
                           pair_rows<Bfloat2, kCompare, false>(Type::bf16x2)}) {
    for (const Row& one : part) *at++ = one;
  }
  return all;
}

template <std::size_t... kIndex>
constexpr auto all_rows(std::index_sequence<kIndex...>) {
  constexpr std::array kinds{Compare::eq,  Compare::ne,  Compare::lt,  Compare::le,  Compare::gt,
                             Compare::ge,  Compare::equ, Compare::neu, Compare::ltu, Compare::leu,
                             Compare::gtu, Compare::geu, Compare::num, Compare::nan};
  static_assert(kinds.size() == sizeof...(kIndex));
  std::array<Row, kinds.size() * 14> all{};
  auto* at = all.begin();
  for (const auto& part : {rows_of<kinds[kIndex]>()...}) {
    for (const Row& one : part) *at++ = one;
  }
  return all;
}

constexpr auto kRows = all_rows(std::make_index_sequence<14>{});

}  // namespace

std::span<const Row> half_compare_rows() { return kRows; }

}  // namespace warpgrade::simt
