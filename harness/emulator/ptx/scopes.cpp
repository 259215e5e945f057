// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/ptx/scopes.hpp"

#include "harness/emulator/ptx/failure.hpp"

#include <fmt/format.h>

#include <charconv>
#include <limits>

namespace warpgrade::ptx {
namespace {

constexpr std::size_t kDeepest = 64;
constexpr auto kUnplaced = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kFunctionDepth = 2;  // The module's scope and the function's own.

[[noreturn]] void declared_twice(std::string_view name, std::uint32_t ptx_line) {
  malformed(ptx_line, fmt::format("'{}' is declared twice", printable(name, 80)));
}

Operand& operand_of(Function& function, const LabelUse& use) {
  auto& operand = function.instructions.at(use.instruction).operands.at(use.operand);
  return use.element < 0 ? operand : operand.elements.at(static_cast<std::size_t>(use.element));
}

/// Splits `%r12` into `%r` and 12. False if there is no number, or one with leading zeros.
bool split_number(std::string_view name, std::string_view& prefix, std::uint32_t& number) {
  const auto last = name.find_last_not_of("0123456789");
  if (last == std::string_view::npos || last + 1 == name.size()) return false;
  const auto digits = name.substr(last + 1);
  if (digits.size() > 1 && digits.front() == '0') return false;
  prefix = name.substr(0, last + 1);
  return std::from_chars(digits.data(), digits.data() + digits.size(), number).ec == std::errc{};
}

void place(Symbol& symbol, std::string_view name, Function& function) {
  if (symbol.kind != Symbol::Kind::reg || symbol.index != kUnplaced) return;
  symbol.index = static_cast<std::uint32_t>(function.registers.size());
  function.registers.push_back({std::string(name), symbol.type});
}

}  // namespace

void Scopes::open(std::uint32_t ptx_line) {
  if (stack_.size() >= kDeepest) malformed(ptx_line, "blocks are nested too deeply");
  stack_.emplace_back();
}

void Scopes::close(Function& function) {
  auto closed = std::move(stack_.back());
  stack_.pop_back();
  for (const auto& use : closed.uses) {
    const auto label = closed.labels.find(use.name);
    if (label != closed.labels.end()) {
      operand_of(function, use).index = label->second;
    } else if (stack_.size() >= kFunctionDepth) {
      use_label(use);
    } else {
      malformed(use.ptx_line, fmt::format("no label '{}' to go to", printable(use.name, 80)));
    }
  }
}

void Scopes::declare(std::string_view name, const Symbol& symbol, std::uint32_t ptx_line) {
  if (!stack_.back().names.try_emplace(name, symbol).second) declared_twice(name, ptx_line);
}

void Scopes::declare_range(std::string_view prefix, Type type, std::uint32_t count,
                           std::uint32_t ptx_line) {
  const Range range{type, count};
  if (!stack_.back().ranges.try_emplace(prefix, range).second) declared_twice(prefix, ptx_line);
}

void Scopes::declare_register(std::string_view name, Type type, std::uint32_t ptx_line) {
  Symbol symbol;
  symbol.type = type;
  symbol.index = kUnplaced;
  declare(name, symbol, ptx_line);
}

void Scopes::declare_label(std::string_view name, std::uint32_t position, std::uint32_t ptx_line) {
  if (!stack_.back().labels.try_emplace(name, position).second) declared_twice(name, ptx_line);
}

Symbol* Scopes::find_in(Scope& scope, std::string_view name, Function* function) {
  const auto found = scope.names.find(name);
  if (found != scope.names.end()) {
    if (function != nullptr) place(found->second, name, *function);
    return &found->second;
  }
  std::string_view prefix;
  std::uint32_t number = 0;
  if (function == nullptr || scope.ranges.empty() || !split_number(name, prefix, number)) {
    return nullptr;
  }
  const auto range = scope.ranges.find(prefix);
  if (range == scope.ranges.end() || number >= range->second.count) return nullptr;
  Symbol symbol;
  symbol.type = range->second.type;
  symbol.index = kUnplaced;
  place(symbol, name, *function);
  return &scope.names.emplace(name, symbol).first->second;
}

Symbol* Scopes::find(std::string_view name, Function* function) {
  for (auto depth = stack_.size(); depth > 0; --depth) {
    if (auto* symbol = find_in(stack_[depth - 1], name, function)) return symbol;
  }
  return nullptr;
}

Symbol* Scopes::find_global(std::string_view name) {
  return find_in(stack_.front(), name, nullptr);
}

}  // namespace warpgrade::ptx
