// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/observe/launch_facts.hpp"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "harness/emulator/observe/declarations.hpp"
#include "harness/emulator/ptx/demangle.hpp"

namespace warpgrade::observe {
namespace {

/// What the instructions of a kernel name.
struct Named {
  std::vector<const ptx::Variable*> shared;  ///< .shared variables of the module, in its order.
  bool calls = false;                        ///< A function of the module, which may have more.
};

Named named_by(const ptx::Module& module, const ptx::Function& kernel) {
  using Kind = ptx::Operand::Kind;
  std::vector<bool> used(module.variables.size());
  Named named;
  const auto look = [&](const ptx::Operand& operand) {
    const bool symbol = operand.kind == Kind::symbol ||
                        (operand.kind == Kind::address && operand.base == Kind::symbol);
    const bool of_module = (operand.index & ptx::kSymbolHomeMask) == 0;
    if (symbol && of_module && operand.index < used.size()) used[operand.index] = true;
    if (operand.kind == Kind::function && operand.index < module.functions.size()) {
      named.calls |= module.functions[operand.index].is_defined;
    }
  };
  for (const ptx::Instruction& instruction : kernel.instructions) {
    for (const ptx::Operand& operand : instruction.operands) {
      look(operand);
      std::ranges::for_each(operand.elements, look);
    }
  }
  for (std::size_t i = 0; i < used.size(); ++i) {
    const ptx::Variable& variable = module.variables[i];
    if (used[i] && variable.space == ptx::StateSpace::shared) named.shared.push_back(&variable);
  }
  return named;
}

}  // namespace

std::string variable_name(const std::string& mangled) {
  if (!mangled.starts_with("_Z")) return mangled;  // "t" would read as the mangled unsigned short.
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status), std::free);
  const std::string full = status == 0 ? text.get() : mangled;
  const std::size_t colons = full.rfind("::");
  return colons == std::string::npos ? full : full.substr(colons + 2);
}

std::vector<SharedVariable> shared_variables(const ptx::Module& module, const ptx::Function& kernel,
                                             std::uint64_t dynamic_bytes) {
  const Named named = named_by(module, kernel);
  if (named.calls) return {};
  std::vector<SharedVariable> result;
  std::uint64_t end = 0;
  const auto place = [&](const ptx::Variable& variable, bool dynamic) {
    const std::uint64_t alignment = std::max<std::uint64_t>(variable.alignment, 1);
    const std::uint64_t offset = (end + alignment - 1) / alignment * alignment;
    const std::uint64_t bytes = dynamic ? dynamic_bytes : variable.bytes;
    result.push_back({variable_name(variable.name), offset, bytes, dynamic});
    end = offset + bytes;
  };
  const auto is_dynamic = [](const ptx::Variable& variable) { return variable.bytes == 0; };
  for (const ptx::Variable* variable : named.shared) {
    if (!is_dynamic(*variable)) place(*variable, false);
  }
  for (const ptx::Variable& variable : kernel.variables) {
    if (variable.space == ptx::StateSpace::shared) place(variable, false);
  }
  // All dynamic arrays start at the same byte: the first gives the name.
  const auto dynamic = std::ranges::find_if(
      named.shared, [&](const ptx::Variable* variable) { return is_dynamic(*variable); });
  if (dynamic != named.shared.end()) place(**dynamic, true);
  return result;
}

const SharedVariable* variable_at(const LaunchFacts& facts, std::uint64_t offset) {
  const SharedVariable* result = nullptr;
  for (const SharedVariable& variable : facts.shared) {
    if (variable.offset <= offset) result = &variable;
  }
  return result;
}

std::string shared_name(const LaunchFacts& facts, std::uint64_t offset, const Spot& spot) {
  const SharedVariable* variable = variable_at(facts, offset);
  if (variable == nullptr) return "shared memory";
  const SourceLine where = line_of(facts, spot);
  if (!facts.source || where.line == 0) return variable->name;
  const std::string text = facts.source(where.file);
  const std::uint64_t bytes = variable->dynamic ? 0 : variable->bytes;
  const auto shape = declared_shape(text, where.line, variable->name, bytes);
  if (!shape) return variable->name;
  return element_name(variable->name, *shape, offset - variable->offset);
}

std::string thread_name(const LaunchFacts& facts, std::uint32_t thread) {
  const Dim3 at = coordinates(thread, facts.block);
  return fmt::format("thread ({},{},{})", at.x, at.y, at.z);
}

SourceLine line_of(const LaunchFacts& facts, const Spot& spot) {
  if (spot.function == nullptr) return {};
  return fault_line(facts.module, *spot.function, spot.pc);
}

Finding placed_finding(const LaunchFacts& facts, const SightingKey& key, std::uint64_t cta,
                       std::uint32_t thread, std::uint64_t count) {
  Finding finding;
  finding.where = line_of(facts, key.where);
  finding.other = line_of(facts, key.other);
  finding.kernel = ptx::demangled_name(facts.kernel.name);
  finding.block = coordinates(cta, facts.grid);
  finding.thread = coordinates(thread, facts.block);
  finding.count = count;
  return finding;
}

}  // namespace warpgrade::observe
