// SPDX-License-Identifier: Apache-2.0
// The opcode table made ready to match: words as small numbers, slots as sets.
#pragma once

#include "harness/emulator/ptx/modifiers.hpp"
#include "harness/emulator/ptx/module.hpp"
#include "harness/emulator/ptx/opcodes.hpp"

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace warpgrade::ptx {

/// Distinct words of all modifiers and opcodes; a static check keeps the table below it.
inline constexpr std::size_t kMostWords = 256;

struct Slot {
  std::bitset<kMostWords> accepts;
  Field field = Field::ignored;  ///< What a word here sets.
  Field group = Field::ignored;  ///< Slots of one group are filled in order.
  bool optional = false;
};

struct OperandSpec {
  enum class Role : std::uint8_t { destination, source, address, label, call, targets };
  enum class Width : std::uint8_t { type, source, wide, fixed, address };
  Role role = Role::source;
  Width width = Width::type;
  Type fixed = Type::none;
  bool optional = false;
  bool second = false;    ///< `d|p`
  bool sink = false;      ///< `_` allowed.
  bool constant = false;  ///< Must be a constant.
  bool negatable = false;
  bool wider = false;  ///< A register may be wider.
  bool vector = false;
  bool pack = false;
  bool fragment = false;  ///< A vector of 32-bit registers, as long as it is.
};

/// One row of the table.
struct Form {
  const OpcodeRow* row = nullptr;
  std::vector<std::string_view> name;  ///< Words of the opcode behind the first.
  std::vector<Slot> slots;
  std::vector<OperandSpec> operands;
  std::size_t required_operands = 0;
};

struct Match {
  const Form* form = nullptr;  ///< Null if no row fits.
  bool known_opcode = false;   ///< A row starts with that word.
  std::size_t bad_word =
      0;  ///< Index of the word that no row takes; words.size() if one is missing.
};

/// Finds the first row for `opcode` and the words behind it, and sets what they mean in
/// `instruction` (all but its operands).
Match match_opcode(std::string_view opcode, std::span<const std::string_view> words,
                   Instruction& instruction);

/// Reads the notation of OpcodeRow::operands (opcodes.hpp).
std::vector<OperandSpec> read_operand_specs(std::string_view notation);

}  // namespace warpgrade::ptx
