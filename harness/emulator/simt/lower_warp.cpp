// SPDX-License-Identifier: Apache-2.0
// Instructions that lanes of a warp execute together (PTX ISA 9.7.9.6, 9.7.13).
#include "harness/emulator/simt/handlers.hpp"
#include "harness/emulator/simt/lower.hpp"

namespace warpgrade::simt {

using ptx::Instruction;
using ptx::Operation;
using ptx::Type;
using Kind = ptx::Operand::Kind;

/// The second destination, a predicate, or a place that nobody reads.
Slot FunctionLowering::second_predicate(const Instruction& instruction) {
  return destination(instruction.destination2, Type::pred);
}

void FunctionLowering::lower_bar_warp_sync(const Instruction& instruction) {
  emit(warp_barrier_handler, {{}, {}, {}, {}, source(instruction.operands[0], Type::u32)});
}

void FunctionLowering::lower_shfl(const Instruction& instruction) {
  const auto& operands = instruction.operands;
  const Slot a = source(operands[1], Type::u32);
  const Slot b = source(operands[2], Type::u32);
  const Slot c = source(operands[3], Type::u32);
  const Slot members = source(operands[4], Type::u32);
  const Slot d = destination(operands[0], Type::u32);
  emit(shuffle_handler(instruction.mode), {d, a, b, c, members}).x =
      second_predicate(instruction).bits;
}

void FunctionLowering::lower_vote(const Instruction& instruction) {
  const bool ballot = instruction.mode == ptx::Mode::ballot;
  const Slot a = source(instruction.operands[1], Type::pred);
  const Slot members = source(instruction.operands[2], Type::u32);
  const Slot d = destination(instruction.operands[0], ballot ? Type::u32 : Type::pred);
  emit(vote_handler(instruction.mode), {d, a, {}, {}, members});
}

void FunctionLowering::lower_match(const Instruction& instruction) {
  const bool wide = ptx::size_of(instruction.type) == 8;
  const Slot a = source(instruction.operands[1], instruction.type);
  const Slot members = source(instruction.operands[2], Type::u32);
  const Slot d = destination(instruction.operands[0], Type::u32);
  emit(match_handler(instruction.mode, wide), {d, a, {}, {}, members}).x =
      second_predicate(instruction).bits;
}

void FunctionLowering::lower_redux(const Instruction& instruction) {
  const Handler handler = reduce_handler(instruction.operation, instruction.type == Type::s32);
  if (handler == nullptr) unsupported(instruction);
  const Slot a = source(instruction.operands[1], Type::u32);
  const Slot members = source(instruction.operands[2], Type::u32);
  emit(handler, {destination(instruction.operands[0], Type::u32), a, {}, {}, members});
}

void FunctionLowering::lower_activemask(const Instruction& instruction) {
  emit(activemask_handler, {destination(instruction.operands[0], Type::u32)});
}

void FunctionLowering::lower_elect(const Instruction& instruction) {
  const Slot members = source(instruction.operands[1], Type::u32);
  const Slot d = destination(instruction.operands[0], Type::u32);
  emit(elect_handler, {d, {}, {}, {}, members}).x = second_predicate(instruction).bits;
}

}  // namespace warpgrade::simt
