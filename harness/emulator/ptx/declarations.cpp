// SPDX-License-Identifier: Apache-2.0
// Variables, registers and parameters (PTX ISA 5.4).
#include "harness/emulator/ptx/context.hpp"
#include "harness/emulator/ptx/failure.hpp"
#include "harness/emulator/ptx/initializer.hpp"
#include "harness/emulator/ptx/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>

namespace warpgrade::ptx {
namespace {

/// What stands before a name.
struct Prefix {
  Type type = Type::none;
  std::uint32_t alignment = 0;
  std::uint32_t elements = 1;  ///< 2 or 4 of a vector.
  bool is_managed = false;
};

std::optional<Type> find_type(std::string_view name) {
  for (auto i = static_cast<int>(Type::pred); i <= static_cast<int>(Type::f64); ++i) {
    if (type_name(static_cast<Type>(i)) == name) return static_cast<Type>(i);
  }
  return std::nullopt;
}

/// `(.managed)` and the like. @returns whether `.managed` is among them.
bool read_attribute(Lexer& in) {
  bool managed = false;
  in.expect('(');
  while (!in.peek().is(')')) {
    if (in.peek().kind == Token::Kind::end) malformed(in.peek().line, "a '(' is never closed");
    managed = in.next().is_dot("managed") || managed;
  }
  in.next();
  return managed;
}

std::uint32_t read_alignment(Lexer& in) {
  const auto line = in.peek().line;
  const auto alignment = in.expect_integer("an alignment", kMostAlignment);
  if (!std::has_single_bit(alignment)) malformed(line, "an alignment is no power of two");
  return static_cast<std::uint32_t>(alignment);
}

/// `.ptr .global .align 8` of a kernel parameter: a promise that nothing here needs.
void skip_pointer_attribute(Lexer& in) {
  while (in.peek().kind == Token::Kind::dot) {
    if (in.next().text == "align") read_alignment(in);
  }
}

Prefix read_prefix(Lexer& in) {
  Prefix prefix;
  while (in.peek().kind == Token::Kind::dot) {
    const auto token = in.next();
    if (const auto type = find_type(token.text)) {
      prefix.type = *type;
    } else if (token.text == "align") {
      prefix.alignment = read_alignment(in);
    } else if (token.text == "v2" || token.text == "v4") {
      prefix.elements = token.text == "v2" ? 2 : 4;
    } else if (token.text == "attribute") {
      prefix.is_managed = read_attribute(in) || prefix.is_managed;
    } else if (token.text == "ptr") {
      skip_pointer_attribute(in);
    } else {
      unsupported(token.line, fmt::format("'.{}' in a declaration", printable(token.text, 40)));
    }
  }
  if (prefix.type == Type::none) malformed(in.peek().line, "a declaration without a type");
  return prefix;
}

/// `[4][5]`: the extents; 0 for `[]`, which only the first may be.
std::vector<std::uint64_t> read_extents(Lexer& in) {
  constexpr std::size_t most = 8;
  std::vector<std::uint64_t> extents;
  while (in.accept('[')) {
    const auto line = in.peek().line;
    const bool open = in.peek().is(']');
    if (extents.size() == most) malformed(line, "an array of too many dimensions");
    if (open && !extents.empty()) malformed(line, "only the first extent may be left out");
    extents.push_back(open ? 0 : in.expect_integer("an extent", kMostBytes));
    in.expect(']');
  }
  return extents;
}

Variable make_variable(const Prefix& prefix, StateSpace space, const Token& name,
                       const std::vector<std::uint64_t>& extents) {
  Variable variable;
  variable.name = name.text;
  variable.space = space;
  variable.type = prefix.type;
  const auto size = size_of(prefix.type) * prefix.elements;
  if (size == 0) malformed(name.line, "a variable of predicates");
  variable.alignment = std::max(prefix.alignment, size);
  variable.bytes = size;
  for (const auto extent : extents) {
    if (extent != 0 && variable.bytes > kMostBytes / extent) {
      malformed(name.line, fmt::format("'{}' is too large", printable(name.text, 80)));
    }
    variable.bytes *= extent;
  }
  return variable;
}

Symbol symbol_of(const Context& context, const Variable& variable) {
  Symbol symbol;
  symbol.kind = Symbol::Kind::variable;
  symbol.space = variable.space;
  symbol.home = context.function == nullptr ? SymbolHome::module : SymbolHome::function;
  symbol.bytes = variable.bytes;
  return symbol;
}

/// Every address in an initial value must be that of something declared.
void check_relocations(Context& context, const Variable& variable, const Token& name) {
  for (const auto& relocation : variable.relocations) {
    if (relocation.name == name.text || context.scopes.find_global(relocation.name) != nullptr) {
      continue;
    }
    malformed(name.line, fmt::format("nothing is called '{}'", printable(relocation.name, 80)));
  }
}

/// Adds the variable, or completes an earlier `.extern` of it.
void add_variable(Context& context, Variable variable, const Token& name) {
  auto& list = context.function == nullptr ? context.module.variables : context.function->variables;
  auto symbol = symbol_of(context, variable);
  Symbol* known = context.function == nullptr ? context.scopes.find_global(name.text) : nullptr;
  if (known != nullptr && known->kind == Symbol::Kind::variable) {
    auto& earlier = list[known->index];
    if ((earlier.is_extern || variable.is_extern) && earlier.space == variable.space) {
      symbol.index = known->index;
      if (variable.is_extern) return;
      *known = symbol;
      earlier = std::move(variable);
      return;
    }
  }
  symbol.index = static_cast<std::uint32_t>(list.size());
  context.scopes.declare(name.text, symbol, name.line);
  list.push_back(std::move(variable));
}

}  // namespace

const Variable& variable_of(const Context& context, const Symbol& symbol) {
  const auto& header = context.module.functions[context.function_index];
  switch (symbol.home) {
    case SymbolHome::module:
      return context.module.variables[symbol.index];
    case SymbolHome::function:
      return context.function->variables[symbol.index];
    case SymbolHome::parameter:
      return header.parameters[symbol.index].variable;
    default:
      return header.results[symbol.index].variable;
  }
}

void parse_variables(Context& context, StateSpace space, bool is_extern) {
  auto& in = context.in;
  const auto prefix = read_prefix(in);
  do {
    const auto name = in.expect(Token::Kind::word, "a variable's name");
    auto extents = read_extents(in);
    auto variable = make_variable(prefix, space, name, extents);
    variable.is_extern = is_extern;
    variable.is_managed = prefix.is_managed && space == StateSpace::global;
    if (in.peek().is('=')) {
      const bool can = space == StateSpace::global || space == StateSpace::constant;
      if (!can) malformed(name.line, "only .global and .const variables have initial values");
      in.next();
      parse_initializer(in, extents, prefix.elements, variable);
    }
    const bool open = !extents.empty() && extents.front() == 0;
    if (open && variable.bytes == 0 && !is_extern) {
      malformed(name.line, fmt::format("'{}' has no size", printable(name.text, 80)));
    }
    check_relocations(context, variable, name);
    add_variable(context, std::move(variable), name);
  } while (in.accept(','));
  in.expect(';');
}

void parse_registers(Context& context) {
  auto& in = context.in;
  const auto prefix = read_prefix(in);
  if (prefix.elements != 1) unsupported(in.peek().line, "vector registers (.reg .v2, .v4)");
  do {
    const auto name = in.expect(Token::Kind::word, "a register's name");
    if (!in.accept('<')) {
      context.scopes.declare_register(name.text, prefix.type, name.line);
      continue;
    }
    const auto count = in.expect_integer("a count", std::numeric_limits<std::uint32_t>::max());
    in.expect('>');
    context.scopes.declare_range(name.text, prefix.type, static_cast<std::uint32_t>(count),
                                 name.line);
  } while (in.accept(','));
  in.expect(';');
}

Variable parse_parameter(Context& context) {
  auto& in = context.in;
  const auto space = in.expect(Token::Kind::dot, ".param");
  if (space.text != "param") unsupported(space.line, "parameters that are not .param");
  const auto prefix = read_prefix(in);
  const auto name = in.expect(Token::Kind::word, "a parameter's name");
  return make_variable(prefix, StateSpace::param, name, read_extents(in));
}

}  // namespace warpgrade::ptx
