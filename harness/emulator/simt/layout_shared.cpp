// SPDX-License-Identifier: Apache-2.0
// Shared memory of kernels. What device functions name lies at the same place for all kernels, in
// front; a kernel that calls none of them starts with its own variables.
#include "harness/emulator/simt/call_graph.hpp"
#include "harness/emulator/simt/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace warpgrade::simt {
namespace {

using ptx::StateSpace;
using ptx::SymbolHome;
using Kind = ptx::Operand::Kind;

/// Beyond what any card has; lays a bound on offsets.
constexpr std::uint64_t kMostShared = std::uint64_t{1} << 20;
constexpr std::uint32_t kDynamicAlignment = 16;

/// Variables one behind the other.
class Block {
 public:
  std::uint32_t add(const ptx::Variable& variable) {
    if (variable.is_extern && variable.bytes == 0) {
      dynamic_alignment_ = std::max(dynamic_alignment_, variable.alignment);
      return kDynamicShared;
    }
    const std::uint64_t at = align_up(end_, variable.alignment);
    if (variable.bytes > kMostShared || at + variable.bytes > kMostShared) {
      refuse_variable(fmt::format("shared variable {} is too big", variable.name), 0);
    }
    end_ = at + variable.bytes;
    return static_cast<std::uint32_t>(at);
  }
  [[nodiscard]] std::uint32_t end() const { return static_cast<std::uint32_t>(end_); }
  [[nodiscard]] std::uint32_t dynamic_start() const {
    return static_cast<std::uint32_t>(align_up(end_, dynamic_alignment_));
  }

 private:
  std::uint64_t end_ = 0;
  std::uint32_t dynamic_alignment_ = kDynamicAlignment;
};

/// Where a function's .shared variables lie: those of the module that it names, then its own.
using Offsets = std::vector<std::optional<std::uint32_t>>;

void add_if_named(const ptx::Module& module, const ptx::Operand& operand,
                  std::vector<bool>& named) {
  const bool symbol = operand.kind == Kind::symbol ||
                      (operand.kind == Kind::address && operand.base == Kind::symbol);
  const auto home = static_cast<SymbolHome>(operand.index & ptx::kSymbolHomeMask);
  if (symbol && home == SymbolHome::module) {
    const std::uint32_t at = operand.index & ~ptx::kSymbolHomeMask;
    named[at] = named[at] || module.variables[at].space == StateSpace::shared;
  }
  for (const ptx::Operand& element : operand.elements) add_if_named(module, element, named);
}

/// The .shared variables that `function` has: module variables that it names, then its own, by
/// index.
std::vector<bool> shared_of(const ptx::Module& module, const ptx::Function& function) {
  std::vector<bool> named(module.variables.size());
  for (const ptx::Instruction& instruction : function.instructions) {
    for (const ptx::Operand& operand : instruction.operands) add_if_named(module, operand, named);
  }
  for (const ptx::Variable& variable : function.variables) {
    named.push_back(variable.space == StateSpace::shared);
  }
  return named;
}

const ptx::Variable& variable_at(const ptx::Module& module, const ptx::Function& function,
                                 std::size_t index) {
  const std::size_t of_module = module.variables.size();
  return index < of_module ? module.variables[index] : function.variables[index - of_module];
}

/// Adds to `block` what has no place yet.
void place(const ptx::Module& module, const ptx::Function& function, const std::vector<bool>& named,
           Block& block, Offsets& offsets) {
  for (std::size_t i = 0; i < named.size(); ++i) {
    if (named[i] && !offsets[i]) offsets[i] = block.add(variable_at(module, function, i));
  }
}

/// The layout of a module's shared memory in the making.
class SharedLayout {
 public:
  explicit SharedLayout(Program::Lowered& out)
      : out_(out),
        named_(out.functions.size()),
        offsets_(out.functions.size()),
        fixed_(out.module.variables.size()) {
    for (std::size_t f = 0; f < named_.size(); ++f)
      named_[f] = shared_of(out.module, out.module.functions[f]);
  }

  /// What device functions have.
  void place_common() {
    for (std::size_t f = 0; f < named_.size(); ++f) {
      const ptx::Function& function = out_.module.functions[f];
      if (function.is_entry) continue;
      offsets_[f] = fixed_;
      offsets_[f].resize(named_[f].size());
      place(out_.module, function, named_[f], common_, offsets_[f]);
      std::copy_n(offsets_[f].begin(), fixed_.size(), fixed_.begin());
    }
  }

  void place_kernel(std::uint32_t f) {
    const auto reached = reachable(out_, f);
    const bool shares = std::any_of(reached.begin() + 1, reached.end(), [&](std::uint32_t g) {
      return std::ranges::find(named_[g], true) != named_[g].end();
    });
    if (shares) offsets_[f] = fixed_;
    offsets_[f].resize(named_[f].size());
    Block own = shares ? common_ : Block();
    place(out_.module, out_.module.functions[f], named_[f], own, offsets_[f]);
    out_.functions[f].static_shared = own.end();
    out_.functions[f].dynamic_shared_start = own.dynamic_start();
  }

  /// By function; what has no place is never asked for.
  [[nodiscard]] std::vector<std::vector<std::uint32_t>> offsets() const {
    std::vector<std::vector<std::uint32_t>> plain;
    for (const Offsets& of_function : offsets_) {
      auto& list = plain.emplace_back();
      for (const auto& offset : of_function) list.push_back(offset.value_or(0));
    }
    return plain;
  }

 private:
  Program::Lowered& out_;
  std::vector<std::vector<bool>> named_;
  std::vector<Offsets> offsets_;
  Offsets fixed_;  ///< Of module variables that device functions name.
  Block common_;
};

}  // namespace

std::vector<std::vector<std::uint32_t>> place_shared(Program::Lowered& out) {
  SharedLayout layout(out);
  layout.place_common();
  for (std::uint32_t f = 0; f < out.functions.size(); ++f) {
    if (out.module.functions[f].is_entry) layout.place_kernel(f);
  }
  return layout.offsets();
}

}  // namespace warpgrade::simt
