// SPDX-License-Identifier: Apache-2.0
// Functions: signature, directives, body.
#include "harness/emulator/ptx/context.hpp"
#include "harness/emulator/ptx/control_flow.hpp"
#include "harness/emulator/ptx/failure.hpp"
#include "harness/emulator/ptx/signature.hpp"

#include <fmt/format.h>

#include <limits>

namespace warpgrade::ptx {
namespace {

constexpr std::uint64_t kAnyNumber = std::numeric_limits<std::uint32_t>::max();

void read_threads(Lexer& in, Function& function) {
  std::size_t axis = 0;
  for (auto& threads : function.max_threads) threads = 1;
  do {
    const auto count = in.expect_integer("a count of threads", kAnyNumber);
    if (axis < 3) function.max_threads[axis++] = static_cast<std::uint32_t>(count);
  } while (in.accept(','));
}

/// `.maxntid 256, 1, 1 .minnctapersm 2` and the like, between a signature and its body.
void read_directives(Lexer& in, Function& function) {
  while (in.peek().kind == Token::Kind::dot) {
    const auto token = in.next();
    if (token.text == "maxntid" || token.text == "reqntid") {
      read_threads(in, function);
    } else if (token.text == "minnctapersm" || token.text == "maxnctapersm" ||
               token.text == "maxnreg" || token.text == "abi_preserve" ||
               token.text == "abi_preserve_control") {
      in.expect_integer("a count", kAnyNumber);
    } else if (token.text == "pragma") {
      while (!in.peek().is(';') && in.peek().kind != Token::Kind::end) in.next();
      in.expect(';');
    } else if (token.text != "noreturn") {
      unsupported(token.line, fmt::format("directive .{}", printable(token.text, 40)));
    }
  }
}

/// Enters the function in the module, or finds its earlier declaration.
std::uint32_t declare_function(Context& context, const Token& name, Function header, bool defined) {
  auto& functions = context.module.functions;
  const auto shown = printable(name.text, 80);
  const auto* known = context.scopes.find_global(name.text);
  if (known == nullptr) {
    Symbol symbol;
    symbol.kind = Symbol::Kind::function;
    symbol.index = static_cast<std::uint32_t>(functions.size());
    context.scopes.declare(name.text, symbol, name.line);
    functions.push_back(std::move(header));
    return symbol.index;
  }
  if (known->kind != Symbol::Kind::function || (defined && functions[known->index].is_defined)) {
    malformed(name.line, fmt::format("'{}' is declared twice", shown));
  }
  auto& earlier = functions[known->index];
  if (earlier.is_entry != header.is_entry || !same_signature(earlier, header)) {
    malformed(name.line, fmt::format("'{}' is declared in two ways", shown));
  }
  if (defined) earlier = std::move(header);
  return known->index;
}

/// The names that scopes keep are those of `list`, which must outlive the function's scope.
void declare_parameters(Context& context, const std::vector<Parameter>& list, SymbolHome home,
                        std::uint32_t line) {
  for (std::uint32_t i = 0; i < list.size(); ++i) {
    const auto& variable = list[i].variable;
    Symbol symbol;
    symbol.kind = Symbol::Kind::variable;
    symbol.space = StateSpace::param;
    symbol.home = home;
    symbol.index = i;
    symbol.bytes = variable.bytes;
    context.scopes.declare(variable.name, symbol, line);
  }
}

}  // namespace

void parse_function(Context& context, bool is_entry, bool is_extern) {
  Function header;
  header.is_entry = is_entry;
  header.is_defined = false;
  const auto name = parse_signature(context, header);
  header.ptx_line = name.line;
  read_directives(context.in, header);
  const bool defined = context.in.peek().is('{');
  if (defined && is_extern) malformed(name.line, "an .extern function with a body");
  auto body = header;
  const auto index = declare_function(context, name, std::move(header), defined);
  if (!defined) {
    context.in.expect(';');
    return;
  }
  context.function = &body;
  context.function_index = index;
  context.branch_targets.clear();
  context.lines.start_function();
  context.scopes.open(name.line);
  declare_parameters(context, body.parameters, SymbolHome::parameter, name.line);
  declare_parameters(context, body.results, SymbolHome::result, name.line);
  context.in.expect('{');
  parse_body(context);
  body.is_defined = true;
  context.function = nullptr;
  context.module.functions[index] = std::move(body);
  context.lines.start_function();
}

}  // namespace warpgrade::ptx
