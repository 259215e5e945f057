// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/module_problem.hpp"

#include <algorithm>

namespace warpgrade::fuzz {
namespace {

using Kind = ptx::Operand::Kind;

/// Whether the indices of a function's operands point into the lists that they mean.
class Indices {
 public:
  Indices(const ptx::Module& module, const ptx::Function& function)
      : module_(module), function_(function) {}

  [[nodiscard]] bool hold(const ptx::Instruction& instruction) const {
    const auto holds = [this](const ptx::Operand& operand) { return hold_one(operand); };
    return std::ranges::all_of(instruction.operands, holds) && hold_one(instruction.destination2) &&
           (!instruction.guarded || instruction.guard < function_.registers.size());
  }

 private:
  [[nodiscard]] bool hold_one(const ptx::Operand& operand) const {
    const auto holds = [this](const ptx::Operand& element) { return hold_one(element); };
    const auto what = operand.kind == Kind::address ? operand.base : operand.kind;
    const std::uint32_t home = what == Kind::symbol ? operand.index & ptx::kSymbolHomeMask : 0;
    return operand.index - home < size(what, home) && std::ranges::all_of(operand.elements, holds);
  }

  /// Length of the list that an operand of that kind points into; boundless where it has no index.
  [[nodiscard]] std::uint64_t size(Kind kind, std::uint32_t home) const {
    switch (kind) {
      case Kind::reg:
        return function_.registers.size();
      case Kind::label:
        return function_.instructions.size();
      case Kind::function:
        return module_.functions.size();
      case Kind::prototype:
        return function_.prototypes.size();
      case Kind::symbol:
        return symbols(static_cast<ptx::SymbolHome>(home));
      default:
        return std::uint64_t{1} << 32;
    }
  }

  [[nodiscard]] std::uint64_t symbols(ptx::SymbolHome home) const {
    switch (home) {
      case ptx::SymbolHome::module:
        return module_.variables.size();
      case ptx::SymbolHome::function:
        return function_.variables.size();
      case ptx::SymbolHome::parameter:
        return function_.parameters.size();
      default:
        return function_.results.size();
    }
  }

  const ptx::Module& module_;
  const ptx::Function& function_;
};

/// Whether parameters lie in order inside the packed block.
bool packed(const ptx::Function& function) {
  std::uint64_t end = 0;
  for (const auto& parameter : function.parameters) {
    if (parameter.offset < end || parameter.offset % parameter.variable.alignment != 0)
      return false;
    end = parameter.offset + parameter.variable.bytes;
  }
  return end <= function.parameter_bytes;
}

bool ends(const ptx::Function& function) {
  if (!function.is_defined) return true;
  if (function.instructions.empty()) return false;
  const auto& last = function.instructions.back();
  using enum ptx::Opcode;
  return !last.guarded && (last.opcode == ret || last.opcode == exit || last.opcode == bra ||
                           last.opcode == brx_idx || last.opcode == trap);
}

}  // namespace

std::string module_problem(const ptx::Module& module) {
  for (const auto& function : module.functions) {
    if (!packed(function)) return "parameters that overlap or lie outside their block";
    if (!ends(function)) return "a function that can fall off its end";
    const Indices indices(module, function);
    for (const auto& instruction : function.instructions) {
      if (!indices.hold(instruction)) return "an index that points nowhere: " + instruction.text;
    }
  }
  return {};
}

}  // namespace warpgrade::fuzz
