// SPDX-License-Identifier: Apache-2.0
// Several small integers in 32 bits (PTX ISA 9.7.1, 9.7.17).
#include "harness/emulator/simt/integer.hpp"
#include "harness/emulator/simt/lanes.hpp"

#include <algorithm>
#include <array>
#include <type_traits>

namespace warpgrade::simt {
namespace {

using ptx::Mode;
using ptx::Opcode;
using ptx::Operation;
using ptx::Type;

/// kFunction on each T that two words hold.
template <class T, auto kFunction>
u32 each(u32 a, u32 b) {
  constexpr unsigned bits = 8 * sizeof(T);
  u32 result = 0;
  for (unsigned at = 0; at < 32; at += bits) {
    const auto part = kFunction(static_cast<T>(a >> at), static_cast<T>(b >> at));
    result |= static_cast<u32>(static_cast<std::make_unsigned_t<T>>(part)) << at;
  }
  return result;
}
template <class T>
T sum(T a, T b) {
  return static_cast<T>(a + b);
}
template <class T>
T lower(T a, T b) {
  return std::min(a, b);
}
template <class T>
T higher(T a, T b) {
  return std::max(a, b);
}
/// `.relu`: not below zero.
template <class T>
T lower_relu(T a, T b) {
  return std::max(std::min(a, b), T{0});
}
template <class T>
T higher_relu(T a, T b) {
  return std::max(std::max(a, b), T{0});
}

/// Differences of bytes, as bytes or, with c, their sum.
template <class T>
u32 byte_differences(u32 a, u32 b, u32 c) {
  u32 total = c;
  for (unsigned at = 0; at < 32; at += 8) {
    const int difference =
        static_cast<int>(static_cast<T>(a >> at)) - static_cast<int>(static_cast<T>(b >> at));
    total += static_cast<u32>(difference < 0 ? -difference : difference);
  }
  return total;
}
template <class T>
T distance(T a, T b) {
  const int difference = int{a} - int{b};
  return static_cast<T>(difference < 0 ? -difference : difference);
}
/// The third operand gives the bytes that the mask leaves out; without a mask, none.
template <class T>
u32 each_distance(u32 a, u32 b, u32 /*c*/) {
  return each<T, distance<T>>(a, b);
}

constexpr Form of(Opcode opcode, Type type, Mode mode = Mode::none) {
  return {.opcode = opcode, .type = type, .mode = mode};
}
constexpr Form differences(Type type, Operation operation) {
  return {.opcode = Opcode::vabsdiff4, .type = type, .source_type = type, .operation = operation};
}

constexpr std::array kRows{
    row<each<u16, sum<u16>>>(of(Opcode::add, Type::u16x2)),
    row<each<s16, sum<s16>>>(of(Opcode::add, Type::s16x2)),
    row<each<u16, lower<u16>>>(of(Opcode::min, Type::u16x2)),
    row<each<s16, lower<s16>>>(of(Opcode::min, Type::s16x2)),
    row<each<u16, higher<u16>>>(of(Opcode::max, Type::u16x2)),
    row<each<s16, higher<s16>>>(of(Opcode::max, Type::s16x2)),
    row<each<s16, lower_relu<s16>>>(of(Opcode::min, Type::s16x2, Mode::relu)),
    row<each<s16, higher_relu<s16>>>(of(Opcode::max, Type::s16x2, Mode::relu)),
    row<lower_relu<s32>>(of(Opcode::min, Type::s32, Mode::relu)),
    row<higher_relu<s32>>(of(Opcode::max, Type::s32, Mode::relu)),
    row<each_distance<u8>>(differences(Type::u32, Operation::none)),
    row<each_distance<s8>>(differences(Type::s32, Operation::none)),
    row<byte_differences<u8>>(differences(Type::u32, Operation::add)),
    row<byte_differences<s8>>(differences(Type::s32, Operation::add)),
};

}  // namespace

std::span<const Row> packed_rows() { return kRows; }

}  // namespace warpgrade::simt
