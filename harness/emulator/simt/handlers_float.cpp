// SPDX-License-Identifier: Apache-2.0
// binary32 and binary64 arithmetic (PTX ISA 9.7.3). Rounding other than to nearest and .sat are
// operations of their own round these (lower_arithmetic.cpp). The approximate functions are the
// host's: their last bits differ from a device's.
#include "harness/emulator/simt/float_functions.hpp"
#include "harness/emulator/simt/integer.hpp"
#include "harness/emulator/simt/lanes.hpp"

namespace warpgrade::simt {
namespace {

using namespace floats;  // The table below names nearly all of them.

using ptx::Mode;
using ptx::Opcode;
using ptx::Type;

constexpr Form f32(Opcode opcode, bool ftz = false) {
  return {.opcode = opcode, .type = Type::f32, .ftz = ftz};
}
constexpr Form f32_or_nan(Opcode opcode, bool ftz = false) {
  return {.opcode = opcode, .type = Type::f32, .mode = ptx::Mode::or_nan, .ftz = ftz};
}
constexpr Form f64(Opcode opcode) { return {.opcode = opcode, .type = Type::f64}; }
constexpr Form approx(Opcode opcode, bool ftz, Type type = Type::f32) {
  return {.opcode = opcode, .type = type, .ftz = ftz, .approx = true};
}
constexpr Form test(Mode mode, Type type) {
  return {.opcode = Opcode::testp, .type = type, .mode = mode};
}
/// The operation that .sat adds.
constexpr Form sat(Type type) { return {.opcode = Opcode::mov, .type = type, .sat = true}; }

// clang-format off
constexpr Row kRows[] = {  // NOLINT(modernize-avoid-c-arrays): a table without its length
    row<add<float, false>>(f32(Opcode::add)),
    row<add<float, true>>(f32(Opcode::add, true)),
    row<add<double, false>>(f64(Opcode::add)),
    row<sub<float, false>>(f32(Opcode::sub)),
    row<sub<float, true>>(f32(Opcode::sub, true)),
    row<sub<double, false>>(f64(Opcode::sub)),
    row<mul<float, false>>(f32(Opcode::mul)),
    row<mul<float, true>>(f32(Opcode::mul, true)),
    row<mul<double, false>>(f64(Opcode::mul)),
    row<fma<float, false>>(f32(Opcode::fma)),
    row<fma<float, true>>(f32(Opcode::fma, true)),
    row<fma<double, false>>(f64(Opcode::fma)),
    row<fma<float, false>>(f32(Opcode::mad)),
    row<fma<float, true>>(f32(Opcode::mad, true)),
    row<fma<double, false>>(f64(Opcode::mad)),
    row<div<float, false>>(f32(Opcode::div)),
    row<div<float, true>>(f32(Opcode::div, true)),
    row<quick_div<false>>(approx(Opcode::div, false)),
    row<quick_div<true>>(approx(Opcode::div, true)),
    row<div<double, false>>(f64(Opcode::div)),
    row<rcp<float, false>>(f32(Opcode::rcp)),
    row<rcp<float, true>>(f32(Opcode::rcp, true)),
    row<rcp<float, false>>(approx(Opcode::rcp, false)),
    row<rcp<float, true>>(approx(Opcode::rcp, true)),
    row<rcp<double, false>>(f64(Opcode::rcp)),
    row<rcp_gross>(approx(Opcode::rcp, true, Type::f64)),
    row<root<float, false>>(f32(Opcode::sqrt)),
    row<root<float, true>>(f32(Opcode::sqrt, true)),
    row<root<float, false>>(approx(Opcode::sqrt, false)),
    row<root<float, true>>(approx(Opcode::sqrt, true)),
    row<root<double, false>>(f64(Opcode::sqrt)),
    row<rsqrt<float, false>>(approx(Opcode::rsqrt, false)),
    row<rsqrt<float, true>>(approx(Opcode::rsqrt, true)),
    row<rsqrt<double, false>>(approx(Opcode::rsqrt, false, Type::f64)),
    row<rsqrt_gross>(approx(Opcode::rsqrt, true, Type::f64)),
    row<sine<false>>(approx(Opcode::sin, false)),
    row<sine<true>>(approx(Opcode::sin, true)),
    row<cosine<false>>(approx(Opcode::cos, false)),
    row<cosine<true>>(approx(Opcode::cos, true)),
    row<log2<false>>(approx(Opcode::lg2, false)),
    row<log2<true>>(approx(Opcode::lg2, true)),
    row<exp2<false>>(approx(Opcode::ex2, false)),
    row<exp2<true>>(approx(Opcode::ex2, true)),
    row<tangent>(approx(Opcode::tanh, false)),

    row<lower_or_nan<false>>(f32_or_nan(Opcode::min)),
    row<lower_or_nan<true>>(f32_or_nan(Opcode::min, true)),
    row<higher_or_nan<false>>(f32_or_nan(Opcode::max)),
    row<higher_or_nan<true>>(f32_or_nan(Opcode::max, true)),
    row<lower<float, false>>(f32(Opcode::min)),
    row<lower<float, true>>(f32(Opcode::min, true)),
    row<lower<double, false>>(f64(Opcode::min)),
    row<higher<float, false>>(f32(Opcode::max)),
    row<higher<float, true>>(f32(Opcode::max, true)),
    row<higher<double, false>>(f64(Opcode::max)),
    row<negate<float, false>>(f32(Opcode::neg)),
    row<negate<float, true>>(f32(Opcode::neg, true)),
    row<negate<double, false>>(f64(Opcode::neg)),
    row<absolute<float, false>>(f32(Opcode::abs)),
    row<absolute<float, true>>(f32(Opcode::abs, true)),
    row<absolute<double, false>>(f64(Opcode::abs)),
    row<copy_sign32>(f32(Opcode::copysign)),
    row<copy_sign64>(f64(Opcode::copysign)),

    row<is_finite<float>>(test(Mode::finite, Type::f32)),
    row<is_finite<double>>(test(Mode::finite, Type::f64)),
    row<is_infinite<float>>(test(Mode::infinite, Type::f32)),
    row<is_infinite<double>>(test(Mode::infinite, Type::f64)),
    row<is_number<float>>(test(Mode::number, Type::f32)),
    row<is_number<double>>(test(Mode::number, Type::f64)),
    row<is_nan<float>>(test(Mode::notanumber, Type::f32)),
    row<is_nan<double>>(test(Mode::notanumber, Type::f64)),
    row<is_normal<float>>(test(Mode::normal, Type::f32)),
    row<is_normal<double>>(test(Mode::normal, Type::f64)),
    row<is_subnormal<float>>(test(Mode::subnormal, Type::f32)),
    row<is_subnormal<double>>(test(Mode::subnormal, Type::f64)),

    row<clamped>(sat(Type::f32)),
    row<clamped64>(sat(Type::f64)),
};
// clang-format on

}  // namespace

std::span<const Row> float_rows() { return kRows; }

}  // namespace warpgrade::simt
