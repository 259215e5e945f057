// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/simt/lower.hpp"

#include "harness/emulator/ptx/parser.hpp"
#include "harness/emulator/simt/handlers.hpp"
#include "harness/emulator/simt/registers.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace warpgrade::simt {
namespace {

using ptx::Instruction;
using ptx::Opcode;
using Kind = ptx::Operand::Kind;

/// Bytes that the lanes of a register take.
std::uint32_t register_bytes(ptx::Type type) {
  if (type == ptx::Type::pred) return kPredicateBytes;
  return ptx::size_of(type) == 8 ? kWideBytes : kNarrowBytes;
}

}  // namespace

FunctionLowering::FunctionLowering(Program::Lowered& out, Constants& constants, std::uint32_t index,
                                   std::vector<std::uint32_t> shared)
    : out_(out),
      constants_(constants),
      lowered_(out.functions[index]),
      function_(out.module.functions[index]),
      shared_(std::move(shared)) {}

void FunctionLowering::lower() {
  const auto count = static_cast<std::uint32_t>(function_.instructions.size());
  target_.assign(count + 1, false);
  starts_.assign(count + 1, 0);
  for (const Instruction& instruction : function_.instructions) {
    for_each_target(instruction, [&](std::uint32_t to) { target_[to] = true; });
  }
  find_aliases();
  place_registers();
  lowered_.first = static_cast<std::uint32_t>(out_.ops.size());
  for (position_ = 0; position_ < count; ++position_) lower_instruction(position_);
  starts_[count] = static_cast<std::uint32_t>(out_.ops.size());
  emit(function_.is_entry ? exit_handler : return_handler);
  // Parts two functions: an operation's predecessor is of the same instruction or of the same
  // function.
  position_ = ~0U;
  emit(exit_handler);
  patch_jumps();
  lowered_.lowered = true;
}

/// Registers with one definition, which gives them a value that is the same in every CTA or known
/// when the launch starts: readers use that value's place, and the definition needs no operation.
void FunctionLowering::find_aliases() {
  std::vector<std::uint32_t> definitions(function_.registers.size(), 0);
  for (const Instruction& instruction : function_.instructions) {
    for (const std::uint32_t r : uses_of(instruction).written) ++definitions[r];
  }
  alias_.assign(function_.registers.size(), std::nullopt);
  for (const Instruction& instruction : function_.instructions) {
    if (instruction.guarded || instruction.operands.size() != 2) continue;
    const ptx::Operand& to = instruction.operands.front();
    if (to.kind != Kind::reg || definitions[to.index] != 1) continue;
    alias_[to.index] = alias_of(instruction);
  }
}

std::optional<Slot> FunctionLowering::alias_of(const Instruction& instruction) {
  const ptx::Operand& from = instruction.operands[1];
  const bool identity =
      instruction.opcode == Opcode::mov ||
      (instruction.opcode == Opcode::cvta && instruction.space == ptx::StateSpace::global);
  if (identity && from.kind == Kind::reg && !from.negated) return alias_[from.index];
  if (instruction.opcode == Opcode::mov && from.kind == Kind::special) {
    return plain_special(from.special);
  }
  const bool parameter = instruction.opcode == Opcode::ld &&
                         instruction.space == ptx::StateSpace::param && instruction.vector == 1 &&
                         function_.is_entry && from.base == Kind::symbol &&
                         register_bytes(function_.registers[instruction.operands[0].index].type) ==
                             register_bytes(instruction.type);
  if (!parameter) return std::nullopt;
  return kernel_parameter(from, instruction.type);
}

void FunctionLowering::place_registers() {
  registers_.resize(function_.registers.size());
  const std::vector<bool> unset = read_before_written(function_);
  for (std::size_t r = 0; r < registers_.size(); ++r) {
    const ptx::Type type = function_.registers[r].type;
    registers_[r] = alias_[r] ? *alias_[r] : frame_slot(type);
    if (unset[r] && !alias_[r]) {
      lowered_.cleared.push_back({registers_[r].offset(), register_bytes(type)});
    }
  }
  if (!function_.is_entry) {
    for (const auto& p : function_.parameters)
      lowered_.parameters.push_back(allocate_field(p.variable));
    for (const auto& p : function_.results) lowered_.results.push_back(allocate_field(p.variable));
  }
  for (const ptx::Variable& variable : function_.variables) {
    Field field;
    if (variable.space == ptx::StateSpace::param) field = allocate_field(variable);
    parameters_.push_back(field);
  }
}

void FunctionLowering::lower_instruction(std::uint32_t position) {
  const Instruction& instruction = function_.instructions[position];
  starts_[position] = static_cast<std::uint32_t>(out_.ops.size());
  for (Temporary& temporary : temporaries_) temporary.used = false;
  const Method* const method = method_of(instruction.opcode);
  if (instruction.guarded && instruction.opcode != Opcode::bra) {
    lower_guarded(instruction, method);
  } else {
    lower_plain(instruction, method);
  }
  // Counting starts anew here, so there must be an operation that carries this position.
  const bool nothing = starts_[position] == out_.ops.size();
  if (nothing && (target_[position] || after_control_)) emit(nothing_handler);
  if (starts_[position] != out_.ops.size()) after_control_ = method != nullptr && method->control;
}

void FunctionLowering::lower_plain(const Instruction& instruction, const Method* method) {
  if (method == nullptr) {
    lower_row(instruction);
  } else {
    (this->*method->lower)(instruction);
  }
}

void FunctionLowering::lower_guarded(const Instruction& instruction, const Method* method) {
  const Slot guard = registers_[instruction.guard];
  const std::size_t at = out_.ops.size();
  const bool control = method != nullptr && method->control;
  if (control) {
    emit(instruction.guard_negated ? quiet_branch_if_handler : quiet_branch_unless_handler,
         {{}, guard});
  } else {
    emit(instruction.guard_negated ? guard_unless_handler : guard_if_handler, {{}, guard});
  }
  lower_plain(instruction, method);
  if (out_.ops.size() == at + 1 && !control) {
    out_.ops.pop_back();
    return;
  }
  const std::size_t covered = out_.ops.size() - at - 1;
  out_.ops[at].jump = static_cast<std::int32_t>(control ? covered + 1 : covered);
}

void FunctionLowering::jump_to(Op& op, std::uint32_t target) {
  jumps_.push_back({static_cast<std::size_t>(&op - out_.ops.data()), target});
}

void FunctionLowering::patch_jumps() {
  for (const Jump& jump : jumps_) {
    out_.ops[jump.op].jump = static_cast<std::int32_t>(std::int64_t{starts_[jump.target]} -
                                                       static_cast<std::int64_t>(jump.op));
  }
  for (const PoolJump& jump : pool_jumps_) {
    out_.pool[jump.entry].bits = static_cast<std::uint32_t>(starts_[jump.target] - jump.op);
  }
}

Op& FunctionLowering::emit(Handler run, std::initializer_list<Slot> slots) {
  Op op;
  op.run = run;
  op.pc = position_;
  constexpr std::array members{&Op::d, &Op::a, &Op::b, &Op::c, &Op::e};
  std::size_t i = 0;
  for (const Slot slot : slots) op.*members[i++] = slot;
  return emit(op);
}

Op& FunctionLowering::emit(Op op) { return out_.ops.emplace_back(op); }

void FunctionLowering::unsupported(const Instruction& instruction, const std::string& why) const {
  const std::string reason = why.empty() ? "" : ": " + why;
  fail(instruction, fmt::format("the emulator does not have the instruction `{}`{}",
                                instruction.text.substr(0, 120), reason));
}

void FunctionLowering::fail(const Instruction& instruction, const std::string& message) const {
  ptx::PtxError error(ptx::PtxError::Kind::unsupported, message, instruction.text.substr(0, 200),
                      instruction.where);
  if (instruction.where.line != 0 && instruction.where.file < out_.module.files.size()) {
    error.set_file(out_.module.files[instruction.where.file]);
  }
  throw error;
}

}  // namespace warpgrade::simt
