// SPDX-License-Identifier: Apache-2.0
// Statements of a function's body.
#include "harness/emulator/ptx/context.hpp"
#include "harness/emulator/ptx/control_flow.hpp"
#include "harness/emulator/ptx/failure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace warpgrade::ptx {
namespace {

void skip_pragma(Lexer& in) {
  while (!in.peek().is(';') && in.peek().kind != Token::Kind::end) in.next();
  in.expect(';');
}

void parse_directive(Context& context) {
  constexpr std::array spaces{
      std::pair{std::string_view{"param"}, StateSpace::param},
      std::pair{std::string_view{"shared"}, StateSpace::shared},
      std::pair{std::string_view{"local"}, StateSpace::local},
  };
  auto& in = context.in;
  const auto token = in.next();
  if (token.text == "reg") return parse_registers(context);
  if (token.text == "loc") return context.lines.read_loc(in);
  if (token.text == "file") return read_file(in, context.module.files);
  if (token.text == "pragma") return skip_pragma(in);
  for (const auto& [name, space] : spaces) {
    if (token.text == name) return parse_variables(context, space, false);
  }
  unsupported(token.line, fmt::format("directive .{}", printable(token.text, 40)));
}

/// A name with a colon behind it: a label, or the name of a prototype or list of targets.
bool parse_labelled(Context& context) {
  auto& in = context.in;
  const auto before = in;
  const auto name = in.next();
  if (!in.accept(':')) {
    in = before;
    return false;
  }
  if (in.peek().is_dot("callprototype")) {
    in.next();
    parse_call_prototype(context, name);
  } else if (in.peek().is_dot("branchtargets")) {
    in.next();
    parse_branch_targets(context, name);
  } else {
    const auto position = context.function->instructions.size();
    context.scopes.declare_label(name.text, static_cast<std::uint32_t>(position), name.line);
    context.last_label = position;
  }
  return true;
}

bool never_falls_through(const Instruction& last) {
  constexpr std::array ends{Opcode::ret, Opcode::exit, Opcode::trap, Opcode::bra, Opcode::brx_idx};
  return !last.guarded && std::ranges::find(ends, last.opcode) != ends.end();
}

void end_body(Context& context, std::uint32_t line) {
  auto& list = context.function->instructions;
  if (!list.empty() && never_falls_through(list.back()) && context.last_label < list.size()) return;
  auto& last = list.emplace_back();
  last.opcode = Opcode::ret;
  last.where = context.lines.at(line);
}

}  // namespace

void parse_body(Context& context) {
  auto& in = context.in;
  const auto outside = context.scopes.depth() - 1;
  context.last_label = 0;
  while (true) {
    const auto& token = in.peek();
    const auto line = token.line;
    context.statement = token.begin;
    if (in.accept('}')) {
      context.scopes.close(*context.function);
      if (context.scopes.depth() == outside) return end_body(context, line);
    } else if (in.accept('{')) {
      context.scopes.open(line);
    } else if (in.accept(';')) {
      continue;
    } else if (token.kind == Token::Kind::dot) {
      parse_directive(context);
    } else if (token.kind != Token::Kind::word || !parse_labelled(context)) {
      parse_instruction(context);
    }
  }
}

}  // namespace warpgrade::ptx
