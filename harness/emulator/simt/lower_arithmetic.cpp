// SPDX-License-Identifier: Apache-2.0
// Instructions that are rows of a table, and those made of several rows.
#include "harness/emulator/simt/handlers.hpp"
#include "harness/emulator/simt/lower.hpp"

#include <algorithm>
#include <array>

namespace warpgrade::simt {

using ptx::Compare;
using ptx::Instruction;
using ptx::Opcode;
using ptx::Operation;
using ptx::Part;
using ptx::Rounding;
using ptx::Type;

namespace {

/// Opcodes that treat all types of one size alike, floats included.
constexpr std::array kBitwise{Opcode::and_, Opcode::or_,  Opcode::xor_, Opcode::not_, Opcode::cnot,
                              Opcode::shl,  Opcode::popc, Opcode::clz,  Opcode::brev, Opcode::bfi,
                              Opcode::lop3, Opcode::shf,  Opcode::prmt, Opcode::mov,  Opcode::selp,
                              Opcode::slct, Opcode::bmsk, Opcode::fns};
/// Opcodes that treat signed and unsigned integers alike.
constexpr std::array kSignless{Opcode::add, Opcode::sub, Opcode::addc, Opcode::subc};

bool is_pair(Type type) { return type == Type::f16x2 || type == Type::bf16x2; }

bool is_integer(Type type) { return type >= Type::b8 && type <= Type::s64; }

/// The type by which the tables know the instruction.
Type table_type(const Instruction& i) {
  if (std::ranges::find(kBitwise, i.opcode) != kBitwise.end()) return unsigned_of_size(i.type);
  if (!is_integer(i.type)) return i.type;
  const bool low = (i.opcode == Opcode::mul || i.opcode == Opcode::mad) && i.part == Part::lo;
  const bool equality = i.compare == Compare::eq || i.compare == Compare::ne;
  const bool signless = std::ranges::find(kSignless, i.opcode) != kSignless.end() && !i.sat;
  const bool right_shift_of_bits = i.type >= Type::b8 && i.type <= Type::b64;
  return low || equality || signless || right_shift_of_bits ? unsigned_of_size(i.type) : i.type;
}

Form form_of(const Instruction& i) {
  Form form{.opcode = i.opcode,
            .type = table_type(i),
            .source_type = i.source_type,
            .rounding = i.rounding == Rounding::rn ? Rounding::none : i.rounding,
            .part = i.part,
            .operation = i.opcode == Opcode::vabsdiff4 ? i.operation : Operation::none,
            .mode = i.mode,
            .ftz = i.ftz,
            .sat = i.sat,
            .approx = i.approx,
            .flag = i.wrap || i.shiftamt};
  return form;
}

Handler rounding_handler(Rounding rounding) {
  switch (rounding) {
    case Rounding::rz:
      return round_toward_zero_handler;
    case Rounding::rm:
      return round_down_handler;
    case Rounding::rp:
      return round_up_handler;
    default:
      return nullptr;
  }
}

/// `.lo .ls .hi .hs` are the comparisons of unsigned numbers.
Compare plain_compare(Compare compare) {
  switch (compare) {
    case Compare::lo:
      return Compare::lt;
    case Compare::ls:
      return Compare::le;
    case Compare::hi:
      return Compare::gt;
    case Compare::hs:
      return Compare::ge;
    default:
      return compare;
  }
}

Opcode logic_of(Operation operation) {
  if (operation == Operation::or_) return Opcode::or_;
  return operation == Operation::xor_ ? Opcode::xor_ : Opcode::and_;
}

}  // namespace

const Row& FunctionLowering::need(const Instruction& instruction, const Form& form) const {
  const Row* const row = find_row(form);
  if (row == nullptr) unsupported(instruction);
  return *row;
}

void FunctionLowering::emit_row(const Instruction& instruction, const Form& form,
                                std::initializer_list<Slot> slots) {
  emit(need(instruction, form).handler, slots);
}

/// One row; a rounding mode or .sat that it does not have itself are operations round it.
void FunctionLowering::lower_row(const Instruction& instruction) {
  if (instruction.carry_out) {
    if (instruction.opcode == Opcode::mad) return lower_mad_carry(instruction);
    return lower_carry(instruction);
  }
  Form form = form_of(instruction);
  const bool saturate = form.sat && !is_integer(form.type) && find_row(form) == nullptr;
  if (saturate) form.sat = false;
  const Handler set_mode = rounding_handler(form.rounding);
  const bool change_mode = set_mode != nullptr && find_row(form) == nullptr;
  if (change_mode) form.rounding = Rounding::none;
  const Row& row = need(instruction, form);
  const Signature& types = row.signature;
  Op op;
  op.run = row.handler;
  op.pc = position_;
  constexpr std::array source_members{&Op::a, &Op::b, &Op::c, &Op::e};
  if (instruction.operands.size() < types.source_count + std::size_t{1}) unsupported(instruction);
  for (std::size_t i = 0; i < types.source_count; ++i) {
    op.*source_members[i] = source(instruction.operands[i + 1], types.sources[i]);
  }
  op.d = destination(instruction.operands.front(), types.destination);
  if (change_mode) emit(set_mode);
  emit(op);
  if (change_mode) emit(round_to_nearest_handler);
  if (saturate) {
    emit_row(instruction, {.opcode = Opcode::mov, .type = form.type, .sat = true}, {op.d, op.d});
  }
  widen(instruction.operands.front(), types.destination, op.d);
}

/// The comparison of setp and set, combined with the third source where there is one.
Slot FunctionLowering::compared(const Instruction& instruction, Slot into) {
  const bool of_set = instruction.opcode == Opcode::set;
  Instruction plain;
  plain.opcode = Opcode::setp;
  plain.type = of_set ? instruction.source_type : instruction.type;
  plain.compare = plain_compare(instruction.compare);
  const Form form{.opcode = Opcode::setp,
                  .type = table_type(plain),
                  .compare = plain.compare,
                  .ftz = instruction.ftz};
  const Row& row = need(instruction, form);
  const Slot a = source(instruction.operands[1], row.signature.sources[0]);
  const Slot b = source(instruction.operands[2], row.signature.sources[1]);
  emit(row.handler, {into, a, b});
  return into;
}

/// Each half for itself: `p|q` of setp are the lower and the upper one.
void FunctionLowering::lower_pair_comparison(const Instruction& instruction) {
  const bool of_set = instruction.opcode == Opcode::set;
  const Type pair = of_set ? instruction.source_type : instruction.type;
  if (instruction.operation != Operation::none) unsupported(instruction);
  const auto both = [&](const Form& form, Slot d) {
    const Row& row = need(instruction, form);
    emit(row.handler, {d, source(instruction.operands[1], row.signature.sources[0]),
                       source(instruction.operands[2], row.signature.sources[1])});
  };
  Form form{.opcode = instruction.opcode,
            .type = of_set && instruction.type == Type::s32 ? Type::u32 : instruction.type,
            .source_type = of_set ? pair : Type::none,
            .compare = plain_compare(instruction.compare),
            .ftz = instruction.ftz};
  if (of_set) return both(form, destination(instruction.operands[0], Type::u32));
  both(form, destination(instruction.operands[0], Type::pred));
  form.flag = true;
  both(form, destination(instruction.destination2, Type::pred));
}

void FunctionLowering::lower_setp(const Instruction& instruction) {
  if (is_pair(instruction.type)) return lower_pair_comparison(instruction);
  const bool combined = instruction.operation != Operation::none;
  const bool second = instruction.destination2.kind != ptx::Operand::Kind::none;
  const Slot d = destination(instruction.operands.front(), Type::pred);
  if (!combined && !second) {
    compared(instruction, d);
    return;
  }
  const Slot result = compared(instruction, temporary(Type::pred));
  const Slot inverse = temporary(Type::pred);
  const Form invert{.opcode = Opcode::not_, .type = Type::pred};
  emit_row(instruction, invert, {inverse, result});
  if (combined) {
    const Form logic{.opcode = logic_of(instruction.operation), .type = Type::pred};
    const Slot other = source(instruction.operands[3], Type::pred);
    emit_row(instruction, logic, {result, result, other});
    emit_row(instruction, logic, {inverse, inverse, other});
  }
  const Form copy{.opcode = Opcode::mov, .type = Type::pred};
  emit_row(instruction, copy, {d, result});
  if (second)
    emit_row(instruction, copy, {destination(instruction.destination2, Type::pred), inverse});
}

/// All ones, or 1.0, where the comparison holds.
void FunctionLowering::lower_set(const Instruction& instruction) {
  if (is_pair(instruction.source_type)) return lower_pair_comparison(instruction);
  const Slot holds = compared(instruction, temporary(Type::pred));
  if (instruction.operation != Operation::none) {
    emit_row(instruction, {.opcode = logic_of(instruction.operation), .type = Type::pred},
             {holds, holds, source(instruction.operands[3], Type::pred)});
  }
  std::uint64_t yes = ~std::uint64_t{0};
  if (instruction.type == Type::f32) yes = 0x3f800000;
  if (instruction.type == Type::f16) yes = 0x3c00;
  if (instruction.type == Type::bf16) yes = 0x3f80;
  const Type type = unsigned_of_size(instruction.type);
  const Slot d = destination(instruction.operands.front(), type);
  emit_row(instruction, {.opcode = Opcode::selp, .type = type},
           {d, constant(type, yes), constant(type, 0), holds});
  widen(instruction.operands.front(), type, d);
}

}  // namespace warpgrade::simt
