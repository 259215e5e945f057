// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/ptx/operands.hpp"

#include "harness/emulator/ptx/failure.hpp"
#include "harness/emulator/ptx/special_registers.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <string>

namespace warpgrade::ptx {
namespace {

constexpr std::size_t kMostParts = 8;

[[noreturn]] void unknown_name(const Token& name) {
  const auto shown = printable(name.text, 80);
  if (shown.starts_with('%')) {
    unsupported(name.line, fmt::format("register '{}' is neither declared nor known", shown));
  }
  malformed(name.line, fmt::format("nothing is called '{}'", shown));
}

void set_symbol(const Symbol& symbol, RawOperand& raw) {
  auto& operand = raw.operand;
  operand.index = symbol.index;
  switch (symbol.kind) {
    case Symbol::Kind::reg:
      operand.kind = Operand::Kind::reg;
      raw.type = symbol.type;
      return;
    case Symbol::Kind::function:
      operand.kind = Operand::Kind::function;
      return;
    default:
      operand.kind = Operand::Kind::symbol;
      operand.index |= static_cast<std::uint32_t>(symbol.home);
      operand.space = symbol.space;
      raw.bytes = symbol.bytes;
      return;
  }
}

bool set_special(Context& context, const Token& name, RawOperand& raw) {
  std::string full{name.text};
  if (context.in.peek().kind == Token::Kind::dot) {
    full += '.';
    full += context.in.peek().text;
  }
  const auto* special = find_special_register(full);
  if (special == nullptr) return false;
  if (full.size() > name.text.size()) context.in.next();
  raw.operand.kind = Operand::Kind::special;
  raw.operand.special = special->special;
  raw.type = special->type;
  return true;
}

std::int64_t parse_offset(Lexer& in) {
  if (!in.peek().is('+') && !in.peek().is('-')) return 0;
  const auto line = in.peek().line;
  const auto offset = constant_as(parse_constant(in), Type::s64);
  if (!offset) malformed(line, "an offset that is no integer");
  return static_cast<std::int64_t>(*offset);
}

/// A register, special register, variable or function.
RawOperand parse_name(Context& context) {
  RawOperand raw;
  const auto name = context.in.expect(Token::Kind::word, "an operand");
  if (name.text == "_") return raw;
  const auto* symbol = context.scopes.find(name.text, context.function);
  if (symbol == nullptr) {
    if (!set_special(context, name, raw)) unknown_name(name);
    return raw;
  }
  const bool value = symbol->kind == Symbol::Kind::reg || symbol->kind == Symbol::Kind::variable ||
                     symbol->kind == Symbol::Kind::function;
  if (!value) malformed(name.line, fmt::format("'{}' is no value", printable(name.text, 80)));
  set_symbol(*symbol, raw);
  if (raw.operand.kind == Operand::Kind::symbol) raw.operand.offset = parse_offset(context.in);
  return raw;
}

RawOperand parse_immediate(Context& context) {
  RawOperand raw;
  raw.constant = parse_constant(context.in);
  raw.operand.kind = Operand::Kind::immediate;
  raw.operand.bits = raw.constant.bits;
  return raw;
}

RawOperand parse_address(Context& context) {
  auto& in = context.in;
  const auto line = in.expect('[').line;
  const bool immediate = starts_constant(in.peek());
  auto raw = immediate ? parse_immediate(context) : parse_name(context);
  auto& operand = raw.operand;
  operand.base = operand.kind;
  operand.kind = Operand::Kind::address;
  switch (operand.base) {
    case Operand::Kind::reg:
      operand.offset = parse_offset(in);
      break;
    case Operand::Kind::symbol:
      break;
    case Operand::Kind::immediate:
      operand.offset = static_cast<std::int64_t>(operand.bits);
      break;
    default:
      malformed(line, "an address that is no register, variable or constant");
  }
  in.expect(']');
  return raw;
}

RawOperand parse_vector(Context& context) {
  auto& in = context.in;
  RawOperand raw;
  raw.operand.kind = Operand::Kind::vector;
  const auto line = in.expect('{').line;
  do {
    if (raw.parts.size() == kMostParts) malformed(line, "a vector of too many elements");
    raw.parts.push_back(starts_constant(in.peek()) ? parse_immediate(context)
                                                   : parse_name(context));
  } while (in.accept(','));
  in.expect('}');
  return raw;
}

}  // namespace

RawOperand parse_operand(Context& context) {
  auto& in = context.in;
  if (in.peek().is('[')) return parse_address(context);
  if (in.peek().is('{')) return parse_vector(context);
  if (starts_constant(in.peek())) return parse_immediate(context);
  const bool negated = in.accept('!');
  auto raw = parse_name(context);
  raw.operand.negated = negated;
  if (in.accept('|')) {
    raw.has_second = true;
    raw.parts.push_back(parse_name(context));
  }
  return raw;
}

}  // namespace warpgrade::ptx
