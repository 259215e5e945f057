// SPDX-License-Identifier: Apache-2.0
// ld, st, atom, red (PTX ISA 9.7.9.8 and later, 9.7.13.5) and the parameters of kernels and calls.
#include "harness/emulator/simt/handlers.hpp"
#include "harness/emulator/simt/lower.hpp"

#include <array>

namespace warpgrade::simt {

using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;
using ptx::StateSpace;
using ptx::SymbolHome;
using ptx::Type;
using Kind = Operand::Kind;

namespace {

/// Values in memory: floats are their bits, and signs matter only where a load extends.
Type memory_type(Type type) {
  if (type == Type::s8 || type == Type::s16) return type;
  switch (ptx::size_of(type)) {
    case 1:
      return Type::u8;
    case 2:
      return Type::u16;
    case 4:
      return Type::u32;
    default:
      return Type::u64;
  }
}

/// The elements of a vector, or the operand itself.
std::vector<Operand> elements_of(const Operand& operand) {
  if (operand.kind == Kind::vector) return operand.elements;
  return {operand};
}

StateSpace accessed(StateSpace space) {
  return space == StateSpace::none ? StateSpace::generic : space;
}

}  // namespace

void FunctionLowering::lower_ld(const Instruction& instruction) {
  const Operand& to = instruction.operands[0];
  if (to.kind == Kind::reg && alias_[to.index]) return;
  StateSpace space = accessed(instruction.space);
  if (instruction.opcode == Opcode::ldu && instruction.space == StateSpace::none)
    space = StateSpace::global;
  if (space == StateSpace::param) return load_parameter(instruction);
  const Type type = memory_type(instruction.type);
  const Handler handler = load_handler(space, type, instruction.vector);
  if (handler == nullptr) unsupported(instruction);
  Op op = address(instruction.operands[1]);
  op.run = handler;
  op.c.bits = out_.memory_operations++;
  const auto elements = elements_of(to);
  std::vector<Slot> slots;
  slots.reserve(elements.size());
  for (const Operand& element : elements) slots.push_back(destination(element, type));
  op.d = slots.front();
  op.x = static_cast<std::uint32_t>(out_.pool.size());
  out_.pool.insert(out_.pool.end(), slots.begin(), slots.end());
  emit(op);
  for (std::size_t i = 0; i < elements.size(); ++i) widen(elements[i], type, slots[i]);
}

void FunctionLowering::lower_st(const Instruction& instruction) {
  const StateSpace space = accessed(instruction.space);
  if (space == StateSpace::param) return store_parameter(instruction);
  const Type type = memory_type(instruction.type);
  const Handler handler = store_handler(space, type, instruction.vector);
  if (handler == nullptr) unsupported(instruction);
  std::vector<Slot> slots;
  for (const Operand& element : elements_of(instruction.operands[1])) {
    slots.push_back(source(element, type));
  }
  Op op = address(instruction.operands[0]);
  op.run = handler;
  op.c.bits = out_.memory_operations++;
  op.d = slots.front();
  op.x = static_cast<std::uint32_t>(out_.pool.size());
  out_.pool.insert(out_.pool.end(), slots.begin(), slots.end());
  emit(op);
}

void FunctionLowering::lower_atom(const Instruction& instruction) {
  const bool returns = instruction.opcode == Opcode::atom;
  const std::size_t first = returns ? 1 : 0;
  const Handler handler =
      atomic_handler(accessed(instruction.space), instruction.type, instruction.operation);
  if (handler == nullptr) unsupported(instruction);
  const Slot operand = source(instruction.operands[first + 1], instruction.type);
  Slot second;
  if (instruction.operation == ptx::Operation::cas) {
    second = source(instruction.operands[first + 2], instruction.type);
  }
  Op op = address(instruction.operands[first]);
  op.run = handler;
  op.d = returns ? destination(instruction.operands[0], instruction.type)
                 : temporary(instruction.type);
  op.c.bits = out_.memory_operations++;
  op.e = operand;
  op.x = second.bits;
  emit(op);
}

/// Hints, and orders that running CTAs one instruction at a time keeps anyway.
void FunctionLowering::lower_nothing(const Instruction&) { emit(nothing_handler); }

/// The broadcast value at `address` of the kernel's parameters, filled in when a launch starts.
std::optional<Slot> FunctionLowering::kernel_parameter(const Operand& address, Type type,
                                                       std::uint64_t extra) {
  const bool of_parameter =
      static_cast<SymbolHome>(address.index & ptx::kSymbolHomeMask) == SymbolHome::parameter;
  if (address.base != Kind::symbol || !of_parameter) return std::nullopt;
  const ptx::Parameter& parameter = function_.parameters[address.index & ~ptx::kSymbolHomeMask];
  const std::uint64_t offset =
      parameter.offset + static_cast<std::uint64_t>(address.offset) + extra;
  const std::uint32_t bytes = ptx::size_of(type);
  if (offset > function_.parameter_bytes || function_.parameter_bytes - offset < bytes) {
    return std::nullopt;
  }
  const auto [known, fresh] = fills_.try_emplace({offset, type});
  if (fresh) {
    known->second = constants_.reserve(bytes == 8 ? kWideBytes : kNarrowBytes);
    lowered_.fills.push_back({known->second.offset(), static_cast<std::uint32_t>(offset), type});
  }
  return known->second;
}

void FunctionLowering::load_kernel_parameter(const Instruction& instruction) {
  const auto elements = elements_of(instruction.operands[0]);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const auto from = kernel_parameter(instruction.operands[1], instruction.type,
                                       i * ptx::size_of(instruction.type));
    if (!from)
      unsupported(instruction, "a parameter whose place is not known when the module loads");
    if (elements[i].kind != Kind::reg) continue;
    const Slot d = destination(elements[i], instruction.type);
    move(ptx::size_of(instruction.type) == 8 ? Type::u64 : Type::u32, d, *from);
    widen(elements[i], instruction.type, d);
  }
}

Field FunctionLowering::allocate_field(const ptx::Variable& variable) {
  constexpr std::uint64_t most_bytes = 4352;  // PTX ISA 7.1: parameters of a function.
  if (variable.bytes > most_bytes) {
    fail(function_.instructions[position_], "the emulator does not pass parameters this big");
  }
  const auto bytes = static_cast<std::uint32_t>(variable.bytes);
  const Field field{allocate(bytes * kWarpSize), bytes};
  lowered_.cleared.push_back({field.offset, bytes * kWarpSize});
  return field;
}

/// The bytes of a .param variable of a call, or of a parameter or result of this function.
Field FunctionLowering::field(const Operand& symbol) const {
  const std::uint32_t at = symbol.index & ~ptx::kSymbolHomeMask;
  switch (static_cast<SymbolHome>(symbol.index & ptx::kSymbolHomeMask)) {
    case SymbolHome::function:
      return parameters_[at];
    case SymbolHome::parameter:
      return function_.is_entry ? Field{} : lowered_.parameters[at];
    case SymbolHome::result:
      return lowered_.results[at];
    default:
      return {};
  }
}

void FunctionLowering::load_parameter(const Instruction& instruction) {
  const Operand& from = instruction.operands[1];
  const bool of_kernel =
      function_.is_entry && from.base == Kind::symbol &&
      static_cast<SymbolHome>(from.index & ptx::kSymbolHomeMask) == SymbolHome::parameter;
  if (of_kernel) return load_kernel_parameter(instruction);
  const Type type = memory_type(instruction.type);
  const auto elements = elements_of(instruction.operands[0]);
  const std::uint32_t bytes = ptx::size_of(type);
  const Field field = from.base == Kind::symbol ? this->field(from) : Field{};
  const auto offset = static_cast<std::uint64_t>(from.offset);
  if (offset > field.bytes || field.bytes - offset < bytes * elements.size()) {
    unsupported(instruction, "a parameter whose place is not known when the module loads");
  }
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (elements[i].kind != Kind::reg) continue;
    const Slot d = destination(elements[i], type);
    Op& op = emit(load_field_handler, {d, Slot::at(Area::frame, field.offset)});
    op.x = field.bytes;
    op.offset = static_cast<std::int64_t>(offset + i * bytes);
    op.b.bits = static_cast<std::uint32_t>(type);
    widen(elements[i], type, d);
  }
}

void FunctionLowering::store_parameter(const Instruction& instruction) {
  const Operand& to = instruction.operands[0];
  const Type type = memory_type(instruction.type);
  const auto elements = elements_of(instruction.operands[1]);
  const std::uint32_t bytes = ptx::size_of(type);
  const Field field = to.base == Kind::symbol ? this->field(to) : Field{};
  const auto offset = static_cast<std::uint64_t>(to.offset);
  if (offset > field.bytes || field.bytes - offset < bytes * elements.size()) {
    unsupported(instruction, "a parameter whose place is not known when the module loads");
  }
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const Slot value = source(elements[i], type);
    Op& op = emit(store_field_handler, {Slot::at(Area::frame, field.offset), value});
    op.x = field.bytes;
    op.offset = static_cast<std::int64_t>(offset + i * bytes);
    op.b.bits = bytes;
  }
}

}  // namespace warpgrade::simt
