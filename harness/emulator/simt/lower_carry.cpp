// SPDX-License-Identifier: Apache-2.0
// The carry chain (PTX ISA 9.7.2): CC.CF is a predicate of the frame.
#include "harness/emulator/simt/lower.hpp"

namespace warpgrade::simt {

using ptx::Instruction;
using ptx::Opcode;
using ptx::Part;
using ptx::Type;

Type unsigned_of_size(Type type) {
  switch (ptx::size_of(type)) {
    case 1:
      return Type::u8;
    case 2:
      return Type::u16;
    case 4:
      return Type::u32;
    case 8:
      return Type::u64;
    default:
      return type;
  }
}

Slot FunctionLowering::carry_flag() {
  if (!carry_) {
    carry_ = frame_slot(Type::pred);
    lowered_.cleared.push_back({carry_->offset(), kPredicateBytes});
  }
  return *carry_;
}

/// add.cc, addc, sub.cc, subc (PTX ISA 9.7.2): the new carry first, since `d` may be a source.
void FunctionLowering::carry_chain(const Instruction& instruction, Opcode opcode, Slot a, Slot b) {
  const Type type = unsigned_of_size(instruction.type);
  const Slot d = destination(instruction.operands.front(), type);
  const bool takes = opcode == Opcode::addc || opcode == Opcode::subc;
  const Slot flag = carry_flag();
  const Slot fresh = temporary(Type::pred);
  if (instruction.carry_out) {
    emit_row(instruction, {.opcode = opcode, .type = type, .flag = true}, {fresh, a, b, flag});
  }
  if (takes) {
    emit_row(instruction, {.opcode = opcode, .type = type}, {d, a, b, flag});
  } else {
    emit_row(instruction, {.opcode = opcode, .type = type}, {d, a, b});
  }
  if (instruction.carry_out) {
    emit_row(instruction, {.opcode = Opcode::mov, .type = Type::pred}, {flag, fresh});
  }
}

void FunctionLowering::lower_carry(const Instruction& instruction) {
  const Type type = unsigned_of_size(instruction.type);
  carry_chain(instruction, instruction.opcode, source(instruction.operands[1], type),
              source(instruction.operands[2], type));
}

void FunctionLowering::lower_mad_carry(const Instruction& instruction) {
  const Type type = unsigned_of_size(instruction.type);
  const Type factors = instruction.part == Part::lo ? type : instruction.type;
  const Slot product = temporary(type);
  emit_row(instruction, {.opcode = Opcode::mul, .type = factors, .part = instruction.part},
           {product, source(instruction.operands[1], type), source(instruction.operands[2], type)});
  const bool takes = instruction.opcode == Opcode::madc;
  carry_chain(instruction, takes ? Opcode::addc : Opcode::add, product,
              source(instruction.operands[3], type));
}

}  // namespace warpgrade::simt
