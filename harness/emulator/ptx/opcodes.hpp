// SPDX-License-Identifier: Apache-2.0
// The instructions that the parser knows, as a table: an instruction is one row.
//
// `modifiers`: slots, each `.word`, `.word|word`, or `.class` of modifiers.cpp; `{...}` optional.
// `.=word` only spells the opcode. ptxas takes modifiers in any order, and so do we; only types and
// spaces keep theirs.
//
// `operands`: separated by commas, `{...}` optional. One is
//   d, p       destination register; `d|p` takes a second one, a predicate; `d_` may be the sink
//   `_` too a, b, ...  source: register, constant; special register, variable or function where
//   `mov` and `cvta` allow i          source that must be a constant [a]        address
//   {!}c       source predicate that may be negated
//   label, call, targets: the operands of branches
// and may end in its width: `:u32` a type, `:source` source_type, `:wide` twice `type`, else
// `type`; `+` allows wider registers; `:vec` is a vector of as many elements as `.vec` says;
// `:pack` a vector whose elements make up `type`; `:frag` a vector of any number of .b32 registers;
// `:addr` an address in a register of 4 or 8 bytes.
#pragma once

#include "harness/emulator/ptx/module.hpp"

#include <array>
#include <span>
#include <string_view>

namespace warpgrade::ptx {

struct OpcodeRow {
  Opcode opcode;
  std::string_view name;
  std::string_view modifiers;
  std::string_view operands;
};

/// PTX ISA 9.7.1 to 9.7.8: arithmetic, comparison, logic.
std::span<const OpcodeRow> arithmetic_rows();
/// PTX ISA 9.7.9 and later: data movement, control flow, synchronisation.
std::span<const OpcodeRow> machine_rows();

/// All rows. Rows of one opcode are tried in order, the first that fits is taken.
std::array<std::span<const OpcodeRow>, 2> opcode_rows();

}  // namespace warpgrade::ptx
