// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/observe/atomics.hpp"

#include "harness/emulator/simt/registers.hpp"

#include <algorithm>

namespace warpgrade::observe {
namespace {

/// Whether the address in register `index` is that of a variable: the instruction before `pc` that
/// writes it moves a symbol there.
bool is_address_of_variable(const ptx::Function& function, std::uint32_t pc, std::uint32_t index) {
  while (pc-- > 0) {
    const auto& i = function.instructions[pc];
    if (std::ranges::count(simt::uses_of(i).written, index) == 0) continue;
    return i.opcode == ptx::Opcode::mov && i.operands[1].kind == ptx::Operand::Kind::symbol;
  }
  return false;
}

}  // namespace

bool is_of_barrier_unit(const simt::Place& place) {
  const auto opcode = place.function->instructions[place.pc].opcode;
  if (opcode == ptx::Opcode::cp_async_mbarrier_arrive) return true;
  return opcode >= ptx::Opcode::mbarrier_init && opcode <= ptx::Opcode::mbarrier_pending_count;
}

bool combines(const simt::Place& place) {
  const auto& i = place.function->instructions[place.pc];
  if (i.opcode != ptx::Opcode::atom && i.opcode != ptx::Opcode::red) return false;
  const auto& added = i.operands.back();
  const bool one = added.kind == ptx::Operand::Kind::immediate && added.bits == 1;
  if (i.operation == ptx::Operation::add && one) return true;
  return std::ranges::any_of(i.operands, [&](const ptx::Operand& operand) {
    if (operand.kind != ptx::Operand::Kind::address) return false;
    return operand.base == ptx::Operand::Kind::symbol ||
           is_address_of_variable(*place.function, place.pc, operand.index);
  });
}

}  // namespace warpgrade::observe
