// SPDX-License-Identifier: Apache-2.0
// What instructions read and write.
#pragma once

#include "harness/emulator/ptx/module.hpp"

#include <cstdint>
#include <vector>

namespace warpgrade::simt {

/// Whether the first operand is written.
bool has_destination(const ptx::Instruction& instruction);

/// Register indices that `instruction` reads (its guard among them) and writes.
struct Uses {
  std::vector<std::uint32_t> read;
  std::vector<std::uint32_t> written;
};
Uses uses_of(const ptx::Instruction& instruction);

/// Positions that a branch goes to.
void for_each_target(const ptx::Instruction& instruction, const auto& visit) {
  for (const ptx::Operand& operand : instruction.operands) {
    if (operand.kind == ptx::Operand::Kind::label) visit(operand.index);
    if (operand.kind != ptx::Operand::Kind::targets) continue;
    for (const ptx::Operand& label : operand.elements) visit(label.index);
  }
}

/// Whether the instructions after this one may be reached by another way than through it, or not at
/// all.
bool ends_block(const ptx::Instruction& instruction);

/// By register: some path from the function's start reads it before it writes it.
std::vector<bool> read_before_written(const ptx::Function& function);

}  // namespace warpgrade::simt
