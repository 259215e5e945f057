// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/simt/layout.hpp"

#include "harness/emulator/ptx/parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <new>

namespace warpgrade::simt {
namespace {

using ptx::StateSpace;
using ptx::SymbolHome;
using Kind = ptx::Operand::Kind;

/// Shared memory beyond what any card has; lays a bound on offsets.
constexpr std::uint64_t kMostShared = std::uint64_t{1} << 20;
/// As ptxas: local memory of a thread.
constexpr std::uint64_t kMostLocal = std::uint64_t{512} << 10;
/// Local memory of a thread where calls may recurse.
constexpr std::uint64_t kRecursiveStack = std::uint64_t{64} << 10;
constexpr std::uint32_t kDynamicAlignment = 16;

std::uint64_t align_up(std::uint64_t value, std::uint64_t to) {
  return to == 0 ? value : (value + to - 1) / to * to;
}

[[noreturn]] void refuse(const std::string& what, std::uint32_t ptx_line) {
  ptx::Location where;
  where.ptx_line = ptx_line;
  throw ptx::PtxError(ptx::PtxError::Kind::unsupported, what, "", where);
}

bool is_dynamic(const ptx::Variable& variable) { return variable.is_extern && variable.bytes == 0; }

/// The number that stands for symbol `name`, or nothing.
std::optional<std::uint64_t> address_of(const Program::Lowered& out, const std::string& name) {
  for (std::size_t i = 0; i < out.module.variables.size(); ++i) {
    if (out.module.variables[i].name == name) return out.addresses[i];
  }
  for (std::size_t i = 0; i < out.module.functions.size(); ++i) {
    if (out.module.functions[i].name == name) return kFunctionWindow + kFunctionStep * i;
  }
  return std::nullopt;
}

void fill(Program::Lowered& out, const ptx::Variable& variable, std::uint64_t base) {
  const auto bytes = out.memory->view(base, variable.bytes);
  std::ranges::fill(bytes, std::byte{0});
  const std::size_t given = std::min(bytes.size(), variable.initial.size());
  std::copy_n(variable.initial.begin(), given, bytes.begin());
  for (const auto& relocation : variable.relocations) {
    const auto address = address_of(out, relocation.name);
    if (!address || relocation.at + sizeof *address > bytes.size()) {
      refuse(fmt::format("the initial value of variable {} names {}, which has no address here",
                         variable.name, relocation.name),
             0);
    }
    const std::uint64_t value = *address + static_cast<std::uint64_t>(relocation.offset);
    std::memcpy(&bytes[relocation.at], &value, sizeof value);
  }
}

/// Offsets of .shared variables, one behind the other.
class SharedBlock {
 public:
  explicit SharedBlock(std::uint64_t start) : end_(start) {}

  std::uint32_t add(const ptx::Variable& variable) {
    if (is_dynamic(variable)) {
      dynamic_alignment_ = std::max(dynamic_alignment_, variable.alignment);
      return kDynamicShared;
    }
    const std::uint64_t at = align_up(end_, variable.alignment);
    if (variable.bytes > kMostShared || at + variable.bytes > kMostShared) {
      refuse(fmt::format("shared variable {} is too big: {} bytes", variable.name, variable.bytes),
             0);
    }
    end_ = at + variable.bytes;
    return static_cast<std::uint32_t>(at);
  }
  [[nodiscard]] std::uint32_t end() const { return static_cast<std::uint32_t>(end_); }
  [[nodiscard]] std::uint32_t dynamic_start() const {
    return static_cast<std::uint32_t>(align_up(end_, dynamic_alignment_));
  }

 private:
  std::uint64_t end_;
  std::uint32_t dynamic_alignment_ = kDynamicAlignment;
};

void visit_operands(const ptx::Function& function, const auto& visit) {
  for (const auto& instruction : function.instructions) {
    for (const auto& operand : instruction.operands) {
      visit(instruction, operand);
      for (const auto& element : operand.elements) visit(instruction, element);
    }
  }
}

/// Module variables in space shared that `function` names, by index.
std::vector<bool> shared_named(const ptx::Module& module, const ptx::Function& function) {
  std::vector<bool> named(module.variables.size());
  visit_operands(function, [&](const auto&, const ptx::Operand& operand) {
    const bool symbol = operand.kind == Kind::symbol ||
                        (operand.kind == Kind::address && operand.base == Kind::symbol);
    const auto home = static_cast<SymbolHome>(operand.index & ptx::kSymbolHomeMask);
    if (!symbol || home != SymbolHome::module) return;
    const std::uint32_t at = operand.index & ~ptx::kSymbolHomeMask;
    if (module.variables[at].space == StateSpace::shared) named[at] = true;
  });
  return named;
}

/// Functions whose address is taken: an indirect call may reach any of them.
std::vector<std::uint32_t> address_taken(const ptx::Module& module) {
  std::vector<bool> taken(module.functions.size());
  for (const auto& function : module.functions) {
    visit_operands(function, [&](const ptx::Instruction& at, const ptx::Operand& operand) {
      if (operand.kind == Kind::function && at.opcode != ptx::Opcode::call)
        taken[operand.index] = true;
    });
  }
  for (const auto& variable : module.variables) {
    for (const auto& relocation : variable.relocations) {
      const auto found = std::ranges::find(module.functions, relocation.name, &ptx::Function::name);
      if (found != module.functions.end()) taken[found - module.functions.begin()] = true;
    }
  }
  std::vector<std::uint32_t> list;
  for (std::uint32_t i = 0; i < taken.size(); ++i) {
    if (taken[i] && module.functions[i].is_defined && !module.functions[i].is_entry)
      list.push_back(i);
  }
  return list;
}

void find_callees(Program::Lowered& out) {
  const auto taken = address_taken(out.module);
  for (std::size_t i = 0; i < out.functions.size(); ++i) {
    auto& callees = out.functions[i].callees;
    for (const auto& instruction : out.module.functions[i].instructions) {
      if (instruction.opcode != ptx::Opcode::call) continue;
      const ptx::Operand& target = instruction.operands[1];
      if (target.kind == Kind::function) {
        callees.push_back(target.index);
      } else {
        callees.insert(callees.end(), taken.begin(), taken.end());
      }
    }
    std::ranges::sort(callees);
    const auto [first, last] = std::ranges::unique(callees);
    callees.erase(first, last);
  }
}

void place_local(Program::Lowered& out) {
  for (std::size_t i = 0; i < out.functions.size(); ++i) {
    const ptx::Function& function = out.module.functions[i];
    std::uint64_t end = 0;
    for (const auto& variable : function.variables) {
      if (variable.space != StateSpace::local) continue;
      end = align_up(end, variable.alignment) + std::min(variable.bytes, kMostLocal + 1);
      if (end > kMostLocal) {
        refuse(fmt::format("local variable {} is too big", variable.name), function.ptx_line);
      }
    }
    out.functions[i].local_bytes = static_cast<std::uint32_t>(align_up(end, 16));
  }
}

/// The most local bytes that a chain of calls from `function` takes; kRecursiveStack where it may
/// recurse.
std::uint64_t stack_of(Program::Lowered& out, std::uint32_t root) {
  const std::vector<std::uint32_t> reached = reachable(out, root);
  std::uint64_t sum = 0;
  bool recursive = false;
  for (const std::uint32_t i : reached) {
    sum += out.functions[i].local_bytes;
    for (const std::uint32_t callee : out.functions[i].callees) {
      const auto inner = reachable(out, callee);
      recursive = recursive || std::ranges::find(inner, i) != inner.end();
    }
  }
  if (recursive && sum != 0) sum = std::max(sum, kRecursiveStack);
  return std::min(sum, kMostLocal);
}

}  // namespace

std::vector<std::uint32_t> reachable(const Program::Lowered& out, std::uint32_t root) {
  std::vector<std::uint32_t> list{root};
  std::vector<bool> seen(out.functions.size());
  seen[root] = true;
  for (std::size_t i = 0; i < list.size(); ++i) {
    for (const std::uint32_t callee : out.functions[list[i]].callees) {
      if (seen[callee]) continue;
      seen[callee] = true;
      list.push_back(callee);
    }
  }
  return list;
}

std::uint32_t local_offset(const ptx::Function& function, std::uint32_t index) {
  std::uint64_t end = 0;
  for (std::uint32_t i = 0; i <= index; ++i) {
    const ptx::Variable& variable = function.variables[i];
    if (variable.space != StateSpace::local) continue;
    const std::uint64_t at = align_up(end, variable.alignment);
    if (i == index) return static_cast<std::uint32_t>(at);
    end = at + variable.bytes;
  }
  return 0;
}

void place_globals(Program::Lowered& out) {
  const auto& variables = out.module.variables;
  out.addresses.assign(variables.size(), 0);
  std::vector<std::uint64_t> bases(variables.size());
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const bool placed =
        variables[i].space == StateSpace::global || variables[i].space == StateSpace::constant;
    if (!placed) continue;
    if (variables[i].is_extern) {
      refuse(fmt::format("variable {} is defined in another file", variables[i].name), 0);
    }
    const auto base = out.memory->allocate(variables[i].bytes);
    if (!base) throw std::bad_alloc();
    out.allocated.push_back(*base);
    out.addresses[i] = *base;
  }
  for (std::size_t i = 0; i < variables.size(); ++i) {
    if (out.addresses[i] != 0) fill(out, variables[i], out.addresses[i]);
  }
}

std::vector<std::vector<std::uint32_t>> place_shared(Program::Lowered& out) {
  const ptx::Module& module = out.module;
  const std::size_t globals = module.variables.size();
  find_callees(out);
  place_local(out);
  std::vector<std::vector<std::uint32_t>> seen(module.functions.size());
  std::vector<std::vector<bool>> named;
  // What device functions name has one place for all kernels, in front.
  SharedBlock common(0);
  std::vector<std::optional<std::uint32_t>> fixed(globals);
  for (std::size_t f = 0; f < module.functions.size(); ++f) {
    named.push_back(shared_named(module, module.functions[f]));
    seen[f].assign(globals + module.functions[f].variables.size(), 0);
    if (module.functions[f].is_entry) continue;
    for (std::size_t v = 0; v < globals; ++v) {
      if (named[f][v] && !fixed[v]) fixed[v] = common.add(module.variables[v]);
    }
    for (std::size_t v = 0; v < module.functions[f].variables.size(); ++v) {
      const ptx::Variable& variable = module.functions[f].variables[v];
      if (variable.space == StateSpace::shared) seen[f][globals + v] = common.add(variable);
    }
  }
  for (std::uint32_t f = 0; f < module.functions.size(); ++f) {
    for (std::size_t v = 0; v < globals; ++v) seen[f][v] = fixed[v].value_or(0);
    if (!module.functions[f].is_entry) continue;
    const auto reached = reachable(out, f);
    const bool calls = std::ranges::any_of(reached, [&](std::uint32_t g) {
      return g != f &&
             (std::ranges::find(named[g], true) != named[g].end() ||
              std::ranges::any_of(module.functions[g].variables, [](const auto& variable) {
                return variable.space == StateSpace::shared;
              }));
    });
    SharedBlock own(calls ? common.end() : 0);
    for (std::size_t v = 0; v < globals; ++v) {
      if (!named[f][v]) continue;
      if (!fixed[v] || !calls) seen[f][v] = own.add(module.variables[v]);
    }
    for (std::size_t v = 0; v < module.functions[f].variables.size(); ++v) {
      const ptx::Variable& variable = module.functions[f].variables[v];
      if (variable.space == StateSpace::shared) seen[f][globals + v] = own.add(variable);
    }
    out.functions[f].static_shared = own.end();
    out.functions[f].dynamic_shared_start = own.dynamic_start();
    out.functions[f].local_stack = static_cast<std::uint32_t>(stack_of(out, f));
  }
  return seen;
}

}  // namespace warpgrade::simt
