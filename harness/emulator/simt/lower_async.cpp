// SPDX-License-Identifier: Apache-2.0
// cp.async and mbarrier (PTX ISA 9.7.9.25, 9.7.13.15).
#include "harness/emulator/simt/async.hpp"
#include "harness/emulator/simt/handlers.hpp"
#include "harness/emulator/simt/lower.hpp"

namespace warpgrade::simt {

using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;
using ptx::Type;
using Kind = Operand::Kind;

/// Two operations: the load, and the copy that is then under way.
void FunctionLowering::lower_cp_async(const Instruction& instruction) {
  const auto& operands = instruction.operands;
  const auto bytes = static_cast<std::uint32_t>(operands[2].bits);
  const bool fits = bytes == 4 || bytes == 8 || bytes == AsyncCopies::kMostBytes;
  if (!fits) fail(instruction, "cp.async copies 4, 8 or 16 bytes");
  const bool given = operands.size() > 3 && operands[3].kind != Kind::none;
  Op load = address(operands[1]);
  load.run = async_load_handler;
  load.c.bits = out_.memory_operations++;
  load.e = given ? source(operands[3], Type::u32) : constant(Type::u32, bytes);
  load.x = bytes;
  emit(load);
  Op copy = address(operands[0]);
  copy.run = async_copy_handler;
  copy.x = bytes;
  emit(copy);
}

void FunctionLowering::lower_cp_async_commit(const Instruction&) { emit(async_commit_handler); }

void FunctionLowering::lower_cp_async_wait(const Instruction& instruction) {
  if (instruction.opcode == Opcode::cp_async_wait_all) {
    emit(async_wait_all_handler);
    return;
  }
  emit(async_wait_group_handler).x = static_cast<std::uint32_t>(instruction.operands[0].bits);
}

void FunctionLowering::lower_cp_async_arrive(const Instruction& instruction) {
  Op op = address(instruction.operands[0]);
  op.run = async_arrive_handler;
  op.x = instruction.noinc ? 1 : 0;
  emit(op);
}

void FunctionLowering::lower_mbarrier(const Instruction& instruction) {
  const Handler handler = mbarrier_handler(instruction.opcode, instruction.mode);
  if (handler == nullptr) unsupported(instruction);
  const auto& operands = instruction.operands;
  const bool tests = instruction.opcode == Opcode::mbarrier_test_wait ||
                     instruction.opcode == Opcode::mbarrier_try_wait;
  const bool returns = operands[0].kind != Kind::address;
  const std::size_t at = returns ? 1 : 0;
  const bool by_state = tests && instruction.mode != ptx::Mode::parity;
  const Type type = by_state ? Type::u64 : Type::u32;
  const bool given = operands.size() > at + 1 && operands[at + 1].kind != Kind::none;
  const Slot operand = given ? source(operands[at + 1], type) : constant(type, 1);
  Op op = address(operands[at]);
  op.run = handler;
  op.e = operand;
  const Type result = tests ? Type::pred : Type::u64;
  op.d = returns ? destination(operands[0], result) : temporary(result);
  emit(op);
}

void FunctionLowering::lower_mbarrier_pending(const Instruction& instruction) {
  const Slot state = source(instruction.operands[1], Type::u64);
  emit(mbarrier_pending_handler, {destination(instruction.operands[0], Type::u32), state});
}

}  // namespace warpgrade::simt
