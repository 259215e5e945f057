// SPDX-License-Identifier: Apache-2.0
// cvt (PTX ISA 9.7.9.21). Rounding of results that are no integers follows the host's mode, which
// the lowering sets round an instruction that asks for another than nearest.
#include "harness/emulator/simt/convert.hpp"
#include "harness/emulator/simt/integer.hpp"
#include "harness/emulator/simt/lanes.hpp"
#include "harness/emulator/simt/number.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace warpgrade::simt {
namespace {

using namespace cvt;  // NOLINT(google-build-using-namespace): their table

template <class D, class S>
D convert(S value) {
  return static_cast<D>(value);
}

template <class D, class S>
D convert_clamped(S value) {
  constexpr Int128 low = std::numeric_limits<D>::min();  // NOLINT(bugprone-signed-char-misuse)
  constexpr Int128 high = std::numeric_limits<D>::max();
  const Int128 wide = value;  // NOLINT(bugprone-signed-char-misuse): the sign counts.
  if (wide < low) return std::numeric_limits<D>::min();
  if (wide > high) return std::numeric_limits<D>::max();
  return static_cast<D>(value);
}

template <class D, class F, Rounding kRounding, bool kFtz>
D float_to_int(F value) {
  return whole_to_int<D, sizeof(F) == 8>(to_whole<kRounding>(flushed<kFtz>(value)));
}
template <class D, Rounding kRounding>
D half_to_int(Half value) {
  return whole_to_int<D, false>(to_whole<kRounding>(from_half(value.bits)));
}

template <class S>
Half int_to_half(S value) {
  return {to_half(static_cast<double>(value))};
}

template <Rounding kRounding, bool kFtz>
float whole32(float a) {
  return canonical(to_whole<kRounding>(flushed<kFtz>(a)));
}
template <Rounding kRounding>
double whole64(double a) {
  return to_whole<kRounding>(a);
}
template <bool kFtz>
double widen(float a) {
  return static_cast<double>(flushed<kFtz>(a));
}
template <bool kFtz>
float narrow(double a) {
  return flushed<kFtz>(static_cast<float>(a));  // Keeps the top of a NaN's payload.
}
float half_to_float(Half a) { return from_half(a.bits); }
double half_to_double(Half a) { return double_from_half(a.bits); }
template <Round kRound>
Half float_to_half(float a) {
  return {to_half<kRound>(a)};
}
template <bool kFtz>
Half flushed_to_half(float a) {
  return {to_half(flushed<kFtz>(a))};
}
template <Round kRound>
Half double_to_half(double a) {
  return {a != a ? half_nan(a) : to_half<kRound>(a)};
}
template <Rounding kRounding>
Half whole16(Half a) {
  return {to_half(to_whole<kRounding>(from_half(a.bits)))};
}
Half same16(Half a) { return a; }

template <class D, class... S>
constexpr std::array<Row, 2 * sizeof...(S)> from_integers(Types<S...>) {
  return {
      row<convert<D, S>>(of(type_of<D>(), type_of<S>()))...,
      row<convert_clamped<D, S>>(of(type_of<D>(), type_of<S>(), Rounding::none, false, true))...};
}
template <class... D>
constexpr auto integer_table(Types<D...> types) {
  return joined(from_integers<D>(types)...);
}

template <Rounding kRounding, class... D>
constexpr std::array<Row, 4 * sizeof...(D)> to_integers(Types<D...>) {
  return {
      row<float_to_int<D, float, kRounding, false>>(of(type_of<D>(), Type::f32, kRounding))...,
      row<float_to_int<D, float, kRounding, true>>(of(type_of<D>(), Type::f32, kRounding, true))...,
      row<float_to_int<D, double, kRounding, false>>(of(type_of<D>(), Type::f64, kRounding))...,
      row<half_to_int<D, kRounding>>(of(type_of<D>(), Type::f16, kRounding))...};
}

template <class... S>
constexpr std::array<Row, 3 * sizeof...(S)> to_floats(Types<S...>) {
  return {row<convert<float, S>>(of(Type::f32, type_of<S>()))...,
          row<convert<double, S>>(of(Type::f64, type_of<S>()))...,
          row<int_to_half<S>>(of(Type::f16, type_of<S>()))...};
}

template <Rounding kRounding>
constexpr std::array<Row, 4> whole_rows() {
  return {row<whole32<kRounding, false>>(of(Type::f32, Type::f32, kRounding)),
          row<whole32<kRounding, true>>(of(Type::f32, Type::f32, kRounding, true)),
          row<whole64<kRounding>>(of(Type::f64, Type::f64, kRounding)),
          row<whole16<kRounding>>(of(Type::f16, Type::f16, kRounding))};
}

constexpr std::array kFloatRows{
    row<whole32<Rounding::none, false>>(of(Type::f32, Type::f32)),
    row<whole32<Rounding::none, true>>(of(Type::f32, Type::f32, Rounding::none, true)),
    row<whole64<Rounding::none>>(of(Type::f64, Type::f64)),
    row<same16>(of(Type::f16, Type::f16)),
    row<widen<false>>(of(Type::f64, Type::f32)),
    row<widen<true>>(of(Type::f64, Type::f32, Rounding::none, true)),
    row<narrow<false>>(of(Type::f32, Type::f64)),
    row<narrow<true>>(of(Type::f32, Type::f64, Rounding::none, true)),
    row<half_to_float>(of(Type::f32, Type::f16)),
    row<half_to_float>(of(Type::f32, Type::f16, Rounding::none, true)),
    row<half_to_double>(of(Type::f64, Type::f16)),
    row<float_to_half<Round::nearest>>(of(Type::f16, Type::f32)),
    row<flushed_to_half<true>>(of(Type::f16, Type::f32, Rounding::none, true)),
    row<float_to_half<Round::zero>>(of(Type::f16, Type::f32, Rounding::rz)),
    row<float_to_half<Round::down>>(of(Type::f16, Type::f32, Rounding::rm)),
    row<float_to_half<Round::up>>(of(Type::f16, Type::f32, Rounding::rp)),
    row<double_to_half<Round::nearest>>(of(Type::f16, Type::f64)),
    row<double_to_half<Round::zero>>(of(Type::f16, Type::f64, Rounding::rz)),
    row<double_to_half<Round::down>>(of(Type::f16, Type::f64, Rounding::rm)),
    row<double_to_half<Round::up>>(of(Type::f16, Type::f64, Rounding::rp)),
};

constexpr auto kRows =
    joined(integer_table(Integers{}), to_integers<Rounding::rni>(Integers{}),
           to_integers<Rounding::rzi>(Integers{}), to_integers<Rounding::rmi>(Integers{}),
           to_integers<Rounding::rpi>(Integers{}), to_floats(Integers{}),
           whole_rows<Rounding::rni>(), whole_rows<Rounding::rzi>(), whole_rows<Rounding::rmi>(),
           whole_rows<Rounding::rpi>(), kFloatRows);

}  // namespace

std::span<const Row> convert_rows() { return kRows; }

}  // namespace warpgrade::simt
