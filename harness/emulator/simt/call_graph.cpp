// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/simt/call_graph.hpp"

#include <algorithm>
#include <unordered_set>

namespace warpgrade::simt {
namespace {

using Kind = ptx::Operand::Kind;

void take_addresses(const ptx::Instruction& instruction, std::vector<bool>& taken) {
  if (instruction.opcode == ptx::Opcode::call) return;
  for (const ptx::Operand& operand : instruction.operands) {
    if (operand.kind == Kind::function) taken[operand.index] = true;
  }
}

/// Functions whose address is in a register or in a variable's initial value.
std::vector<std::uint32_t> address_taken(const ptx::Module& module) {
  std::vector<bool> taken(module.functions.size());
  for (const ptx::Function& function : module.functions) {
    for (const ptx::Instruction& instruction : function.instructions) {
      take_addresses(instruction, taken);
    }
  }
  std::unordered_set<std::string> names;
  for (const ptx::Variable& variable : module.variables) {
    for (const auto& relocation : variable.relocations) names.insert(relocation.name);
  }
  std::vector<std::uint32_t> list;
  for (std::uint32_t i = 0; i < taken.size(); ++i) {
    const ptx::Function& function = module.functions[i];
    const bool known = taken[i] || names.contains(function.name);
    if (known && function.is_defined && !function.is_entry) list.push_back(i);
  }
  return list;
}

/// A depth-first walk over calls.
class Walk {
 public:
  explicit Walk(const Program::Lowered& out)
      : out_(out), state_(out.functions.size(), State::fresh) {}

  /// True if a function reached from `root` calls one that is on the path to it.
  bool finds_cycle(std::uint32_t root) {
    enter(root);
    bool cycle = false;
    while (!path_.empty()) {
      Step& step = path_.back();
      const auto& callees = out_.functions[step.function].callees;
      if (step.next == callees.size()) {
        state_[step.function] = State::left;
        path_.pop_back();
        continue;
      }
      const std::uint32_t callee = callees[step.next++];
      cycle = cycle || state_[callee] == State::on_path;
      if (state_[callee] == State::fresh) enter(callee);
    }
    return cycle;
  }

 private:
  enum class State : std::uint8_t { fresh, on_path, left };
  struct Step {
    std::uint32_t function;
    std::size_t next;
  };

  void enter(std::uint32_t function) {
    state_[function] = State::on_path;
    path_.push_back({function, 0});
  }

  const Program::Lowered& out_;
  std::vector<State> state_;
  std::vector<Step> path_;
};

}  // namespace

void find_callees(Program::Lowered& out) {
  const auto taken = address_taken(out.module);
  for (std::size_t i = 0; i < out.functions.size(); ++i) {
    auto& callees = out.functions[i].callees;
    bool indirect = false;
    for (const ptx::Instruction& instruction : out.module.functions[i].instructions) {
      if (instruction.opcode != ptx::Opcode::call) continue;
      const ptx::Operand& target = instruction.operands[1];
      indirect = indirect || target.kind != Kind::function;
      if (target.kind == Kind::function) callees.push_back(target.index);
    }
    if (indirect) callees.insert(callees.end(), taken.begin(), taken.end());
    std::ranges::sort(callees);
    callees.erase(std::unique(callees.begin(), callees.end()), callees.end());
  }
}

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

bool may_recurse(const Program::Lowered& out, std::uint32_t root) {
  return Walk(out).finds_cycle(root);
}

}  // namespace warpgrade::simt
