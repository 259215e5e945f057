// SPDX-License-Identifier: Apache-2.0
// Which name means what: one scope for the module, one for a function, one for each `{ }` inside
// it.
#pragma once

#include "harness/emulator/ptx/module.hpp"

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace warpgrade::ptx {

struct Symbol {
  enum class Kind : std::uint8_t { reg, variable, function, prototype, targets };
  Kind kind = Kind::reg;
  Type type = Type::none;                ///< Of a register.
  StateSpace space = StateSpace::none;   ///< Of a variable.
  SymbolHome home = SymbolHome::module;  ///< Of a variable.
  std::uint32_t index = 0;
  std::uint64_t bytes = 0;  ///< Of a variable.
};

/// A label operand whose label may still come: where it is, and its name.
struct LabelUse {
  std::uint32_t instruction = 0;
  std::uint32_t operand = 0;
  std::int32_t element = -1;  ///< Of a `targets` operand.
  std::uint32_t ptx_line = 0;
  std::string_view name;
};

/// Names are views of the text. Registers get their place in Function::registers when first used,
/// so that a range of a billion of them costs nothing.
class Scopes {
 public:
  Scopes() : stack_(1) {}

  /// @throws Failure (malformed) beyond 64 levels.
  void open(std::uint32_t ptx_line);
  /// Leaves the innermost scope and settles its labels; those it does not have are left to the
  /// outer one, and fail when the outermost one of a function is left.
  void close(Function& function);
  [[nodiscard]] std::size_t depth() const { return stack_.size(); }

  /// @throws Failure (malformed) if the scope has that name already.
  void declare(std::string_view name, const Symbol& symbol, std::uint32_t ptx_line);
  /// `%r<count>`. @throws Failure (malformed) if the scope has that range already.
  void declare_range(std::string_view prefix, Type type, std::uint32_t count,
                     std::uint32_t ptx_line);
  void declare_register(std::string_view name, Type type, std::uint32_t ptx_line);
  void declare_label(std::string_view name, std::uint32_t position, std::uint32_t ptx_line);

  /// The innermost symbol of that name, a register of a range included; null if there is none.
  Symbol* find(std::string_view name, Function* function);
  /// That of the module.
  Symbol* find_global(std::string_view name);
  void use_label(const LabelUse& use) { stack_.back().uses.push_back(use); }

 private:
  struct Range {
    Type type = Type::none;
    std::uint32_t count = 0;
  };
  struct Scope {
    std::map<std::string_view, Symbol> names;
    std::map<std::string_view, Range> ranges;
    std::map<std::string_view, std::uint32_t> labels;
    std::vector<LabelUse> uses;
  };
  static Symbol* find_in(Scope& scope, std::string_view name, Function* function);

  std::vector<Scope> stack_;
};

}  // namespace warpgrade::ptx
