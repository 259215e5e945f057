// SPDX-License-Identifier: Apache-2.0
// mov, cvta, cvt, isspacep (PTX ISA 9.7.9).
#include "harness/emulator/simt/handlers.hpp"
#include "harness/emulator/simt/lower.hpp"
#include "harness/emulator/simt/memory.hpp"

namespace warpgrade::simt {

using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;
using ptx::StateSpace;
using ptx::Type;
using Kind = Operand::Kind;

void FunctionLowering::move(Type type, Slot to, Slot from) {
  const std::uint32_t bytes = ptx::size_of(type);
  const Type table = type == Type::pred ? type
                     : bytes == 8       ? Type::u64
                     : bytes == 4       ? Type::u32
                                        : Type::u16;
  emit(find_row({.opcode = Opcode::mov, .type = table})->handler, {to, from});
}

void FunctionLowering::lower_mov(const Instruction& instruction) {
  const Operand& to = instruction.operands[0];
  const Operand& from = instruction.operands[1];
  if (to.kind == Kind::reg && alias_[to.index]) return;
  if (from.kind == Kind::vector) return pack(instruction);
  if (to.kind == Kind::vector) return unpack(instruction);
  const Slot value = source(from, instruction.type);
  move(instruction.type, destination(to, instruction.type), value);
}

/// `mov d, {a, b}`: the first element is the lowest part.
void FunctionLowering::pack(const Instruction& instruction) {
  const Operand& from = instruction.operands[1];
  const auto count = static_cast<std::uint32_t>(from.elements.size());
  const std::uint32_t bytes = ptx::size_of(instruction.type) / count;
  const Handler handler = pack_handler(bytes, count);
  if (handler == nullptr) unsupported(instruction);
  const Type part = bytes == 4 ? Type::u32 : bytes == 2 ? Type::u16 : Type::u8;
  std::vector<Slot> elements;
  for (const Operand& element : from.elements) elements.push_back(source(element, part));
  const auto first = static_cast<std::uint32_t>(out_.pool.size());
  out_.pool.insert(out_.pool.end(), elements.begin(), elements.end());
  emit(handler, {destination(instruction.operands[0], instruction.type)}).x = first;
}

void FunctionLowering::unpack(const Instruction& instruction) {
  const Operand& to = instruction.operands[0];
  const auto count = static_cast<std::uint32_t>(to.elements.size());
  const std::uint32_t bytes = ptx::size_of(instruction.type) / count;
  const Handler handler = unpack_handler(bytes, count);
  if (handler == nullptr) unsupported(instruction);
  const Type part = bytes == 4 ? Type::u32 : Type::u16;
  const Slot from = source(instruction.operands[1], instruction.type);
  std::vector<Slot> elements;
  for (const Operand& element : to.elements) elements.push_back(destination(element, part));
  const auto first = static_cast<std::uint32_t>(out_.pool.size());
  out_.pool.insert(out_.pool.end(), elements.begin(), elements.end());
  emit(handler, {{}, from}).x = first;
}

/// Global and constant addresses are generic addresses; shared and local ones lie in windows.
void FunctionLowering::lower_cvta(const Instruction& instruction) {
  const Operand& to = instruction.operands[0];
  if (to.kind == Kind::reg && alias_[to.index]) return;
  if (ptx::size_of(instruction.type) != 8 || instruction.space == StateSpace::param) {
    unsupported(instruction);
  }
  const Slot from = source(instruction.operands[1], Type::u64);
  const Slot d = destination(to, Type::u64);
  const bool shared = instruction.space == StateSpace::shared;
  if (!shared && instruction.space != StateSpace::local) return move(Type::u64, d, from);
  const Opcode opcode = instruction.mode == ptx::Mode::to ? Opcode::sub : Opcode::add;
  emit_row(instruction, {.opcode = opcode, .type = Type::u64},
           {d, from, constants_.wide(shared ? kSharedWindow : kLocalWindow)});
}

/// cvt.rn.f16x2.f32 d, a, b packs two: `a` is the upper half. The others are rows.
void FunctionLowering::lower_cvt(const Instruction& instruction) {
  if (instruction.operands.size() != 3 || instruction.operands[2].kind == Kind::none) {
    return lower_row(instruction);
  }
  const bool bfloat = instruction.type == Type::bf16x2;
  const Form half{.opcode = Opcode::cvt,
                  .type = bfloat ? Type::bf16 : Type::f16,
                  .source_type = instruction.source_type,
                  .rounding = instruction.rounding == ptx::Rounding::rn ? ptx::Rounding::none
                                                                        : instruction.rounding,
                  .mode = instruction.mode,
                  .ftz = instruction.ftz};
  if (instruction.type != Type::f16x2 && !bfloat) unsupported(instruction);
  const Slot high = temporary(Type::u32);
  const Slot low = temporary(Type::u32);
  emit_row(instruction, half, {high, source(instruction.operands[1], Type::f32)});
  emit_row(instruction, half, {low, source(instruction.operands[2], Type::f32)});
  const auto first = static_cast<std::uint32_t>(out_.pool.size());
  out_.pool.push_back(low);
  out_.pool.push_back(high);
  emit(pack_handler(2, 2), {destination(instruction.operands[0], Type::u32)}).x = first;
}

void FunctionLowering::lower_isspacep(const Instruction& instruction) {
  const Operand& address = instruction.operands[1];
  if (address.kind != Kind::reg || !is_wide(address)) unsupported(instruction);
  const Slot a = source(address, Type::u64);
  emit(is_in_space_handler, {destination(instruction.operands[0], Type::pred), a}).x =
      static_cast<std::uint32_t>(instruction.space);
}

}  // namespace warpgrade::simt
