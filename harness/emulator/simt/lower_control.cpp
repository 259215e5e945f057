// SPDX-License-Identifier: Apache-2.0
// Branches, calls, barriers (PTX ISA 9.7.12, 9.7.13.1).
#include "harness/emulator/simt/handlers.hpp"
#include "harness/emulator/simt/lower.hpp"

#include <algorithm>

namespace warpgrade::simt {

using ptx::Instruction;
using ptx::Mode;
using ptx::Operand;
using ptx::Operation;
using ptx::Type;
using Kind = Operand::Kind;

void FunctionLowering::lower_bra(const Instruction& instruction) {
  Handler handler = branch_handler;
  Slot guard;
  if (instruction.guarded) {
    handler = instruction.guard_negated ? branch_unless_handler : branch_if_handler;
    guard = registers_[instruction.guard];
  }
  jump_to(emit(handler, {{}, guard}), instruction.operands[0].index);
}

/// One entry of the pool a target: what `jump` is to other branches.
void FunctionLowering::lower_brx(const Instruction& instruction) {
  const Slot index = source(instruction.operands[0], Type::u32);
  const auto& targets = instruction.operands[1].elements;
  Op& op = emit(branch_indexed_handler, {{}, index});
  op.x = static_cast<std::uint32_t>(out_.pool.size());
  op.offset = static_cast<std::int64_t>(targets.size());
  const auto at = static_cast<std::size_t>(&op - out_.ops.data());
  for (const Operand& target : targets) {
    pool_jumps_.push_back({out_.pool.size(), at, target.index});
    out_.pool.emplace_back();
  }
}

void FunctionLowering::lower_ret(const Instruction&) {
  emit(function_.is_entry ? exit_handler : return_handler);
}

void FunctionLowering::lower_exit(const Instruction&) { emit(exit_handler); }

void FunctionLowering::lower_trap(const Instruction&) { emit(trap_handler); }

void FunctionLowering::lower_call(const Instruction& instruction) {
  const Operand& target = instruction.operands[1];
  CallSite site;
  for (const Operand& result : instruction.operands[0].elements)
    site.results.push_back(field(result));
  for (const Operand& argument : instruction.operands[2].elements) {
    site.arguments.push_back(field(argument));
  }
  const bool direct = target.kind == Kind::function;
  if (direct && !out_.module.functions[target.index].is_defined) {
    return lower_external(instruction, site);
  }
  if (direct) site.function = target.index;
  const Slot address = direct ? Slot{} : source(target, Type::u64);
  const auto index = static_cast<std::uint32_t>(out_.calls.size());
  out_.calls.push_back(std::move(site));
  emit(direct ? call_handler : call_indirect_handler, {{}, address}).x = index;
}

/// Functions of the device runtime.
void FunctionLowering::lower_external(const Instruction& instruction, const CallSite& site) {
  const std::string& name = out_.module.functions[instruction.operands[1].index].name;
  const auto argument = [&](std::size_t i) {
    return Slot::at(Area::frame, site.arguments[i].offset);
  };
  if (name == "vprintf" && site.arguments.size() == 2 && site.results.size() == 1) {
    emit(print_handler, {Slot::at(Area::frame, site.results[0].offset), argument(0), argument(1)});
    return;
  }
  if (name == "__assertfail" && site.arguments.size() == 5) {
    emit(assert_handler, {{}, argument(0), argument(1), argument(2), argument(3)});
    return;
  }
  if (name == "malloc" && site.arguments.size() == 1 && site.results.size() == 1) {
    emit(malloc_handler, {Slot::at(Area::frame, site.results[0].offset), argument(0)});
    return;
  }
  if (name == "free" && site.arguments.size() == 1) {
    emit(free_handler, {{}, argument(0)});
    return;
  }
  unsupported(instruction, "a call of " + name + ", which has no body");
}

void FunctionLowering::lower_bar(const Instruction& instruction) {
  const bool red = instruction.mode == Mode::red;
  const std::size_t first = red ? 1 : 0;
  const auto& operands = instruction.operands;
  const Slot id = source(operands[first], Type::u32);
  const bool counted = operands.size() > first + 1 && operands[first + 1].kind != Kind::none;
  const Slot count = counted ? source(operands[first + 1], Type::u32) : slot_of(UniformSlot::zero);
  if (!red) {
    emit(instruction.mode == Mode::arrive ? barrier_arrive_handler : barrier_sync_handler,
         {{}, id, count});
    return;
  }
  emit(barrier_red_handler, {{}, id, count, source(operands[first + 2], Type::pred)});
  if (instruction.operation == Operation::popc) {
    emit(barrier_popc_handler, {destination(operands[0], Type::u32)});
  } else {
    emit(instruction.operation == Operation::and_ ? barrier_and_handler : barrier_or_handler,
         {destination(operands[0], Type::pred)});
  }
}

}  // namespace warpgrade::simt
