// SPDX-License-Identifier: Apache-2.0
// The rows of half.hpp.
#include "harness/emulator/simt/half.hpp"

#include <array>

namespace warpgrade::simt {
namespace {

using namespace half;  // NOLINT(google-build-using-namespace): their table
using ptx::Mode;
using ptx::Opcode;
using ptx::Type;

constexpr Form of(Opcode opcode, Type type, bool ftz, Mode mode = Mode::none) {
  return {.opcode = opcode, .type = type, .mode = mode, .ftz = ftz};
}
constexpr Form approx(Opcode opcode, Type type, bool ftz = false) {
  return {.opcode = opcode, .type = type, .ftz = ftz, .approx = true};
}
constexpr Form sat(Type type) { return {.opcode = Opcode::mov, .type = type, .sat = true}; }

/// Everything that both formats have, with and without .ftz (which bfloat16 is never asked for).
template <SmallFloat F, bool kFtz>
constexpr std::array<Row, 11> singles(Type type) {
  return {row<add<F, kFtz>>(of(Opcode::add, type, kFtz)),
          row<sub<F, kFtz>>(of(Opcode::sub, type, kFtz)),
          row<mul<F, kFtz>>(of(Opcode::mul, type, kFtz)),
          row<fma<F, kFtz>>(of(Opcode::fma, type, kFtz)),
          row<fma_relu<F, kFtz>>(of(Opcode::fma, type, kFtz, Mode::relu)),
          row<lower<F, kFtz>>(of(Opcode::min, type, kFtz)),
          row<higher<F, kFtz>>(of(Opcode::max, type, kFtz)),
          row<lower_or_nan<F, kFtz>>(of(Opcode::min, type, kFtz, Mode::or_nan)),
          row<higher_or_nan<F, kFtz>>(of(Opcode::max, type, kFtz, Mode::or_nan)),
          row<negate<F, kFtz>>(of(Opcode::neg, type, kFtz)),
          row<absolute<F, kFtz>>(of(Opcode::abs, type, kFtz))};
}

template <SmallPair P, bool kFtz>
constexpr std::array<Row, 11> pairs(Type type) {
  using F = PartOf<P>;
  return {row<paired2<add<F, kFtz>, P>>(of(Opcode::add, type, kFtz)),
          row<paired2<sub<F, kFtz>, P>>(of(Opcode::sub, type, kFtz)),
          row<paired2<mul<F, kFtz>, P>>(of(Opcode::mul, type, kFtz)),
          row<paired3<fma<F, kFtz>, P>>(of(Opcode::fma, type, kFtz)),
          row<paired3<fma_relu<F, kFtz>, P>>(of(Opcode::fma, type, kFtz, Mode::relu)),
          row<paired2<lower<F, kFtz>, P>>(of(Opcode::min, type, kFtz)),
          row<paired2<higher<F, kFtz>, P>>(of(Opcode::max, type, kFtz)),
          row<paired2<lower_or_nan<F, kFtz>, P>>(of(Opcode::min, type, kFtz, Mode::or_nan)),
          row<paired2<higher_or_nan<F, kFtz>, P>>(of(Opcode::max, type, kFtz, Mode::or_nan)),
          row<paired1<negate<F, kFtz>, P>>(of(Opcode::neg, type, kFtz)),
          row<paired1<absolute<F, kFtz>, P>>(of(Opcode::abs, type, kFtz))};
}

constexpr std::array kOthers{
    row<tangent<Half>>(approx(Opcode::tanh, Type::f16)),
    row<tangent<Bfloat>>(approx(Opcode::tanh, Type::bf16)),
    row<exp2<Half>>(approx(Opcode::ex2, Type::f16)),
    row<exp2<Bfloat>>(approx(Opcode::ex2, Type::bf16, true)),
    row<clamped<Half>>(sat(Type::f16)),
    row<paired1<tangent<Half>, Half2>>(approx(Opcode::tanh, Type::f16x2)),
    row<paired1<tangent<Bfloat>, Bfloat2>>(approx(Opcode::tanh, Type::bf16x2)),
    row<paired1<exp2<Half>, Half2>>(approx(Opcode::ex2, Type::f16x2)),
    row<paired1<exp2<Bfloat>, Bfloat2>>(approx(Opcode::ex2, Type::bf16x2, true)),
    row<paired1<clamped<Half>, Half2>>(sat(Type::f16x2)),
};

constexpr auto kRows =
    simt::joined(singles<Half, false>(Type::f16), singles<Half, true>(Type::f16),
                 singles<Bfloat, false>(Type::bf16), pairs<Half2, false>(Type::f16x2),
                 pairs<Half2, true>(Type::f16x2), pairs<Bfloat2, false>(Type::bf16x2), kOthers);

}  // namespace

std::span<const Row> half_rows() { return kRows; }

}  // namespace warpgrade::simt
