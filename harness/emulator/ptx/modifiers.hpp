// SPDX-License-Identifier: Apache-2.0
// The words after an opcode's first dot, by class, and which member of Instruction each sets.
#pragma once

#include "harness/emulator/ptx/module.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace warpgrade::ptx {

/// What a modifier says something about; a row has at most one slot for each, except types and
/// spaces.
// In the order of the setters in modifiers.cpp.
// clang-format off
enum class Field : std::uint8_t {
  ignored,  ///< Hints, and words that only spell the opcode.
  type, source_type, space, source_space, compare, rounding, part, operation, mode, scope, ordering,
  vector, ftz, sat, approx, full, carry_out, wrap, shiftamt, uniform, non_coherent, aligned, noinc,
  zero_or_bypass, shape, layout, layout_b,
  count,
};
// clang-format on

/// A class of words. The words set `field` to `first`, `first` + 1, ... in order.
struct ModifierClass {
  std::string_view name;  ///< As rows name it, e.g. "rnd"; never a word of PTX.
  Field field;
  std::uint8_t first;
  std::string_view words;  ///< Separated by single spaces.
};

/// Classes in the order in which a row's plain words are looked up. A name may have several
/// entries.
std::span<const ModifierClass> modifier_classes();

/// Sets the member that `field` means. `value` is one that its class gave.
void apply_modifier(Field field, std::uint8_t value, Instruction& instruction);

}  // namespace warpgrade::ptx
