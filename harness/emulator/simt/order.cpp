// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/simt/order.hpp"

#include "harness/emulator/simt/call_graph.hpp"
#include "harness/emulator/simt/registers.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace warpgrade::simt {
namespace {

using ptx::Instruction;
using ptx::Opcode;
using ptx::Operation;
using ptx::Ordering;
using ptx::StateSpace;
using ptx::Type;

/// Atomic operations of a kernel that commute with themselves but not with each other.
using Kinds = std::set<std::pair<Operation, std::uint32_t>>;

bool in_cta(const Instruction& i) {
  return i.space == StateSpace::shared || i.space == StateSpace::local ||
         i.space == StateSpace::param;
}

bool commutes(const Instruction& i) {
  using enum Operation;
  const bool integer = i.type < Type::f16;
  return integer && (i.operation == add || i.operation == min || i.operation == max ||
                     i.operation == and_ || i.operation == or_ || i.operation == xor_);
}

std::vector<std::uint32_t> reads_by_register(const ptx::Function& function) {
  std::vector<std::uint32_t> reads(function.registers.size(), 0);
  for (const Instruction& instruction : function.instructions) {
    for (const std::uint32_t r : uses_of(instruction).read) ++reads[r];
  }
  return reads;
}

bool atomic_shows_order(const Instruction& i, const std::vector<std::uint32_t>& reads,
                        Kinds& kinds) {
  if (in_cta(i)) return false;
  const bool signed_order = i.type == Type::s32 || i.type == Type::s64;
  const bool ordered = i.operation == Operation::min || i.operation == Operation::max;
  const auto kind =
      static_cast<std::uint32_t>(ptx::size_of(i.type) * 2) + (ordered && signed_order ? 1 : 0);
  kinds.emplace(i.operation, kind);
  const bool returns = i.opcode == Opcode::atom && i.operands[0].kind == ptx::Operand::Kind::reg &&
                       reads[i.operands[0].index] != 0;
  const bool acquires = i.ordering == Ordering::acquire || i.ordering == Ordering::acq_rel;
  return returns || acquires || !commutes(i);
}

/// Functions without a body: printf shows the order in its text.
bool calls_runtime(const ptx::Module& module, const Instruction& i) {
  const ptx::Operand& target = i.operands[1];
  return target.kind == ptx::Operand::Kind::function && !module.functions[target.index].is_defined;
}

bool shows_order(const ptx::Module& module, const Instruction& i,
                 const std::vector<std::uint32_t>& reads, Kinds& kinds) {
  switch (i.opcode) {
    case Opcode::call:
      return calls_runtime(module, i);
    case Opcode::atom:
    case Opcode::red:
      return atomic_shows_order(i, reads, kinds);
    case Opcode::ld:
    case Opcode::st:
      return !in_cta(i) && i.ordering != Ordering::none && i.ordering != Ordering::weak;
    case Opcode::membar:
    case Opcode::fence:
      return i.scope != ptx::Scope::cta;
    default:
      return false;
  }
}

/// Whether blocks can be ordered with the instruction.
bool orders(const Instruction& i) {
  switch (i.opcode) {
    case Opcode::membar:
    case Opcode::fence:
      return i.scope != ptx::Scope::cta;
    case Opcode::ld:
    case Opcode::st:
      return !in_cta(i) && i.ordering != Ordering::none && i.ordering != Ordering::weak;
    case Opcode::atom:
    case Opcode::red: {
      const bool locks = i.operation == Operation::cas || i.operation == Operation::exch;
      const bool plain = i.ordering == Ordering::none || i.ordering == Ordering::relaxed;
      return !in_cta(i) && (locks || !plain);
    }
    default:
      return false;
  }
}

}  // namespace

bool needs_order(const Program::Lowered& program, std::uint32_t function) {
  Kinds kinds;
  for (const std::uint32_t f : reachable(program, function)) {
    const ptx::Function& source = program.module.functions[f];
    const auto reads = reads_by_register(source);
    for (const Instruction& instruction : source.instructions) {
      if (shows_order(program.module, instruction, reads, kinds)) return true;
    }
  }
  return kinds.size() > 1;
}

bool orders_blocks(const Program::Lowered& program, std::uint32_t function) {
  return std::ranges::any_of(reachable(program, function), [&](std::uint32_t f) {
    return std::ranges::any_of(program.module.functions[f].instructions, orders);
  });
}

}  // namespace warpgrade::simt
