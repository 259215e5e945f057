// SPDX-License-Identifier: Apache-2.0
// Operands: places for registers, constants, special registers and addresses.
#include "harness/emulator/simt/handlers.hpp"
#include "harness/emulator/simt/lower.hpp"

#include <algorithm>

namespace warpgrade::simt {

using ptx::Operand;
using ptx::Special;
using ptx::StateSpace;
using ptx::SymbolHome;
using ptx::Type;
using Kind = Operand::Kind;

namespace {

constexpr std::uint32_t kFrameAlignment = 64;

constexpr std::uint32_t lane_bytes(Type type) {
  return type == Type::pred ? 0 : ptx::size_of(type) == 8 ? 8 : 4;
}

bool is_signed(Type type) { return type == Type::s8 || type == Type::s16 || type == Type::s32; }

}  // namespace

std::uint32_t FunctionLowering::allocate(std::uint32_t bytes) {
  const std::uint32_t offset = lowered_.frame_bytes;
  lowered_.frame_bytes += (bytes + kFrameAlignment - 1) / kFrameAlignment * kFrameAlignment;
  return offset;
}

Slot FunctionLowering::frame_slot(Type type) {
  if (type != Type::pred) return Slot::at(Area::frame, allocate(lane_bytes(type) * kWarpSize));
  if (predicate_room_ == 0) {
    predicate_next_ = allocate(kFrameAlignment);
    predicate_room_ = kFrameAlignment;
  }
  const Slot slot = Slot::at(Area::frame, predicate_next_);
  predicate_next_ += kPredicateBytes;
  predicate_room_ -= kPredicateBytes;
  return slot;
}

/// A place that is nobody else's while the instruction at hand runs.
Slot FunctionLowering::temporary(Type type) {
  const std::uint32_t bytes = lane_bytes(type);
  for (Temporary& known : temporaries_) {
    if (known.used || known.bytes != bytes) continue;
    known.used = true;
    return known.slot;
  }
  return temporaries_.emplace_back(Temporary{bytes, frame_slot(type), true}).slot;
}

Slot FunctionLowering::constant(Type type, std::uint64_t bits) {
  switch (ptx::size_of(type)) {
    case 0:
      return constants_.predicate(bits != 0);
    case 8:
      return constants_.wide(bits);
    default:
      // Of narrower values only the low bits count, and their extension does no harm.
      return constants_.narrow(static_cast<std::uint32_t>(bits));
  }
}

bool FunctionLowering::is_wide(const Operand& reg) const {
  return ptx::size_of(function_.registers[reg.index].type) == 8;
}

Slot FunctionLowering::source(const Operand& operand, Type type) {
  switch (operand.kind) {
    case Kind::reg:
      return register_source(operand, type);
    case Kind::immediate:
      return constant(type, operand.bits);
    case Kind::special:
      return special_source(operand.special, type);
    case Kind::symbol:
      return symbol_source(operand, type);
    case Kind::function:
      return constant(type, kFunctionWindow + kFunctionStep * operand.index);
    default:
      break;
  }
  fail(function_.instructions[position_], "the emulator does not have this kind of operand");
}

Slot FunctionLowering::register_source(const Operand& operand, Type type) {
  const Slot slot = registers_[operand.index];
  if (operand.negated) {
    const Slot inverted = temporary(Type::pred);
    emit(find_row({.opcode = ptx::Opcode::not_, .type = Type::pred})->handler, {inverted, slot});
    return inverted;
  }
  if (type == Type::pred || !is_wide(operand) || ptx::size_of(type) == 8) return slot;
  const Slot narrow = temporary(Type::u32);
  emit(find_row({.opcode = ptx::Opcode::cvt, .type = Type::u32, .source_type = Type::u64})->handler,
       {narrow, slot});
  return narrow;
}

Slot FunctionLowering::special_source(Special special, Type type) {
  const bool wide = ptx::size_of(type) == 8;
  const bool clock =
      special == Special::clock64 || special == Special::globaltimer || special == Special::clock;
  if (clock) {
    const Slot now = temporary(type);
    emit(wide ? clock64_handler : clock_handler, {now});
    return now;
  }
  if (special == Special::gridid) return constant(type, 1);
  const auto slot = plain_special(special);
  if (!slot)
    fail(function_.instructions[position_], "the emulator does not have this special register");
  if (!wide) return *slot;
  const Slot wider = temporary(Type::u64);
  emit(find_row({.opcode = ptx::Opcode::cvt, .type = Type::u64, .source_type = Type::u32})->handler,
       {wider, *slot});
  return wider;
}

const ptx::Variable& FunctionLowering::variable(const Operand& symbol) const {
  const std::uint32_t at = symbol.index & ~ptx::kSymbolHomeMask;
  switch (static_cast<SymbolHome>(symbol.index & ptx::kSymbolHomeMask)) {
    case SymbolHome::module:
      return out_.module.variables[at];
    case SymbolHome::function:
      return function_.variables[at];
    case SymbolHome::parameter:
      return function_.parameters[at].variable;
    default:
      return function_.results[at].variable;
  }
}

std::optional<std::uint64_t> FunctionLowering::constant_address(const Operand& symbol) const {
  const std::uint32_t at = symbol.index & ~ptx::kSymbolHomeMask;
  const bool of_module =
      static_cast<SymbolHome>(symbol.index & ptx::kSymbolHomeMask) == SymbolHome::module;
  const ptx::Variable& named = variable(symbol);
  const auto offset = static_cast<std::uint64_t>(symbol.offset);
  if (named.space == StateSpace::shared) {
    const std::size_t entry = of_module ? at : out_.module.variables.size() + at;
    if (shared_[entry] == kDynamicShared) return std::nullopt;
    return shared_[entry] + offset;
  }
  if (named.space == StateSpace::local && function_.is_entry && !of_module) {
    return local_offset(function_, at) + offset;
  }
  if (of_module && named.space != StateSpace::local) return out_.addresses[at] + offset;
  return std::nullopt;
}

Slot FunctionLowering::symbol_source(const Operand& operand, Type type) {
  if (const auto address = constant_address(operand)) return constant(type, *address);
  const ptx::Variable& named = variable(operand);
  const bool wide = ptx::size_of(type) == 8;
  const Slot result = temporary(type);
  if (named.space == StateSpace::shared) {
    const Type address = wide ? Type::u64 : Type::u32;
    const Slot start =
        slot_of(wide ? UniformSlot::dynamic_shared_wide : UniformSlot::dynamic_shared_start);
    emit(find_row({.opcode = ptx::Opcode::add, .type = address})->handler,
         {result, start, constant(address, static_cast<std::uint64_t>(operand.offset))});
    return result;
  }
  const std::uint32_t at = operand.index & ~ptx::kSymbolHomeMask;
  if (named.space != StateSpace::local || !wide) {
    fail(function_.instructions[position_],
         "the emulator does not take the address of a parameter");
  }
  emit(local_address_handler, {result}).offset =
      static_cast<std::int64_t>(local_offset(function_, at)) + operand.offset;
  return result;
}

Slot FunctionLowering::destination(const Operand& operand, Type type) {
  if (operand.kind != Kind::reg) return temporary(type);  // The sink.
  const bool wider = type != Type::pred && is_wide(operand) && ptx::size_of(type) != 8;
  return wider ? temporary(type) : registers_[operand.index];
}

void FunctionLowering::widen(const Operand& operand, Type type, Slot from) {
  if (operand.kind != Kind::reg || type == Type::pred) return;
  if (!is_wide(operand) || ptx::size_of(type) == 8) return;
  const Form form =
      is_signed(type)
          ? Form{.opcode = ptx::Opcode::cvt, .type = Type::s64, .source_type = Type::s32}
          : Form{.opcode = ptx::Opcode::cvt, .type = Type::u64, .source_type = Type::u32};
  emit(find_row(form)->handler, {registers_[operand.index], from});
}

Op FunctionLowering::address(const Operand& operand) {
  Op op;
  op.pc = position_;
  op.offset = operand.offset;
  op.b.bits = 1;
  if (operand.base == Kind::reg) {
    op.a = registers_[operand.index];
    op.b.bits = is_wide(operand) ? 1 : 0;
  } else if (operand.base == Kind::immediate) {
    op.a = constants_.wide(operand.bits);
    op.offset = 0;
  } else {
    Operand symbol = operand;
    symbol.kind = Kind::symbol;
    op.a = symbol_source(symbol, Type::u64);
    op.offset = 0;
  }
  return op;
}

}  // namespace warpgrade::simt
