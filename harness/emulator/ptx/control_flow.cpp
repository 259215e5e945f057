// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/ptx/control_flow.hpp"

#include "harness/emulator/ptx/failure.hpp"
#include "harness/emulator/ptx/operands.hpp"
#include "harness/emulator/ptx/signature.hpp"

#include <fmt/format.h>

namespace warpgrade::ptx {
namespace {

using Role = OperandSpec::Role;

LabelUse use_here(const Context& context, const Token& name) {
  LabelUse use;
  use.instruction = static_cast<std::uint32_t>(context.function->instructions.size());
  use.ptx_line = name.line;
  use.name = name.text;
  return use;
}

void parse_branch(Context& context, Instruction& instruction) {
  const auto name = context.in.expect(Token::Kind::word, "a label");
  instruction.operands.emplace_back().kind = Operand::Kind::label;
  context.scopes.use_label(use_here(context, name));
}

void parse_indexed_branch(Context& context, const Form& form, Instruction& instruction) {
  const auto index = parse_operand(context);
  const auto line = context.in.expect(',').line;
  instruction.operands.push_back(fit_operand(index, form.operands.front(), instruction, line));
  const auto name = context.in.expect(Token::Kind::word, "a list of targets");
  const auto* symbol = context.scopes.find(name.text, context.function);
  if (symbol == nullptr || symbol->kind != Symbol::Kind::targets) {
    malformed(name.line, fmt::format("'{}' is no .branchtargets", printable(name.text, 80)));
  }
  auto& list = instruction.operands.emplace_back();
  list.kind = Operand::Kind::targets;
  const auto& labels = context.branch_targets[symbol->index];
  context.target_elements += labels.size();
  if (context.target_elements > kMostElements) malformed(name.line, "too many branch targets");
  for (const auto label : labels) {
    auto use = use_here(context, name);
    use.name = label;
    use.operand = 1;
    use.element = static_cast<std::int32_t>(list.elements.size());
    context.scopes.use_label(use);
    list.elements.emplace_back().kind = Operand::Kind::label;
  }
}

/// `(a, b)` or nothing: variables in space param.
Operand parse_arguments(Context& context) {
  auto& in = context.in;
  Operand list;
  list.kind = Operand::Kind::arguments;
  if (!in.accept('(')) return list;
  if (in.accept(')')) return list;
  do {
    const auto line = in.peek().line;
    auto argument = parse_operand(context);
    const bool variable = argument.operand.kind == Operand::Kind::symbol &&
                          argument.operand.space == StateSpace::param &&
                          argument.operand.offset == 0;
    if (!variable) unsupported(line, "a call with arguments that are no .param variables");
    list.elements.push_back(std::move(argument.operand));
  } while (in.accept(','));
  in.expect(')');
  return list;
}

void check_arguments(const Context& context, const Operand& list,
                     const std::vector<Parameter>& parameters, std::uint32_t line) {
  if (list.elements.size() != parameters.size()) {
    malformed(line, fmt::format("a call with {} arguments or results where {} are declared",
                                list.elements.size(), parameters.size()));
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const auto index = list.elements[i].index;
    Symbol symbol;
    symbol.home = static_cast<SymbolHome>(index & kSymbolHomeMask);
    symbol.index = index & ~kSymbolHomeMask;
    if (variable_of(context, symbol).bytes != parameters[i].variable.bytes) {
      malformed(line, "a call with an argument or result of the wrong size");
    }
  }
}

/// Reads the callee's name; returns its declaration, null for an address in a register.
const Function* parse_callee(Context& context, Operand& target) {
  const auto line = context.in.peek().line;
  const auto raw = parse_operand(context);
  target = raw.operand;
  if (target.kind == Operand::Kind::function) return &context.module.functions[target.index];
  const bool address =
      target.kind == Operand::Kind::reg && size_of(raw.type) == sizeof(std::uint64_t);
  if (!address || target.negated) malformed(line, "a call of what is no function");
  return nullptr;
}

void parse_call(Context& context, Instruction& instruction) {
  auto& in = context.in;
  const auto line = in.peek().line;
  const bool has_results = in.peek().is('(');
  auto results = parse_arguments(context);
  if (has_results) in.expect(',');
  Operand target;
  const auto* callee = parse_callee(context, target);
  Operand arguments;
  arguments.kind = Operand::Kind::arguments;
  Operand prototype;
  bool more = in.accept(',');
  if (more && in.peek().is('(')) {
    arguments = parse_arguments(context);
    more = in.accept(',');
  }
  if (more) {
    const auto name = in.expect(Token::Kind::word, "a prototype");
    const auto* symbol = context.scopes.find(name.text, context.function);
    if (symbol == nullptr || symbol->kind != Symbol::Kind::prototype) {
      unsupported(name.line, fmt::format("'{}' is no .callprototype", printable(name.text, 80)));
    }
    prototype.kind = Operand::Kind::prototype;
    prototype.index = symbol->index;
    if (callee == nullptr) callee = &context.function->prototypes[symbol->index];
  }
  if (callee == nullptr) malformed(line, "an indirect call without a .callprototype");
  if (callee->is_entry) unsupported(line, "a call of a kernel");
  check_arguments(context, results, callee->results, line);
  check_arguments(context, arguments, callee->parameters, line);
  instruction.operands = {std::move(results), std::move(target), std::move(arguments),
                          std::move(prototype)};
}

}  // namespace

bool parse_control_flow(Context& context, const Form& form, Instruction& instruction) {
  if (form.operands.empty()) return false;
  switch (form.operands.back().role) {
    case Role::label:
      parse_branch(context, instruction);
      return true;
    case Role::targets:
      parse_indexed_branch(context, form, instruction);
      return true;
    case Role::call:
      parse_call(context, instruction);
      return true;
    default:
      return false;
  }
}

void parse_call_prototype(Context& context, const Token& name) {
  Function prototype;
  prototype.name = name.text;
  prototype.is_defined = false;
  prototype.ptx_line = name.line;
  parse_signature(context, prototype);
  context.in.expect(';');
  Symbol symbol;
  symbol.kind = Symbol::Kind::prototype;
  symbol.index = static_cast<std::uint32_t>(context.function->prototypes.size());
  context.scopes.declare(name.text, symbol, name.line);
  context.function->prototypes.push_back(std::move(prototype));
}

void parse_branch_targets(Context& context, const Token& name) {
  auto& in = context.in;
  std::vector<std::string_view> labels;
  do {
    labels.push_back(in.expect(Token::Kind::word, "a label").text);
  } while (in.accept(','));
  in.expect(';');
  Symbol symbol;
  symbol.kind = Symbol::Kind::targets;
  symbol.index = static_cast<std::uint32_t>(context.branch_targets.size());
  context.scopes.declare(name.text, symbol, name.line);
  context.branch_targets.push_back(std::move(labels));
}

}  // namespace warpgrade::ptx
