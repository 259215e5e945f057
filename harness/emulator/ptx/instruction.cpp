// SPDX-License-Identifier: Apache-2.0
// One instruction: guard, opcode with its modifiers, operands.
#include "harness/emulator/ptx/context.hpp"
#include "harness/emulator/ptx/control_flow.hpp"
#include "harness/emulator/ptx/failure.hpp"
#include "harness/emulator/ptx/grammar.hpp"
#include "harness/emulator/ptx/operands.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string>

namespace warpgrade::ptx {
namespace {

constexpr std::size_t kMostModifiers = 16;
constexpr std::size_t kMostOperands = 8;
constexpr std::uint32_t kWidestAccess = 16;

struct Guard {
  bool present = false;
  bool negated = false;
  std::uint32_t index = 0;
};

Guard parse_guard(Context& context) {
  auto& in = context.in;
  if (!in.accept('@')) return {};
  Guard guard{true, in.accept('!'), 0};
  const auto name = in.expect(Token::Kind::word, "a predicate");
  const auto* symbol = context.scopes.find(name.text, context.function);
  if (symbol == nullptr || symbol->kind != Symbol::Kind::reg || symbol->type != Type::pred) {
    malformed(name.line, fmt::format("'{}' is no predicate", printable(name.text, 80)));
  }
  guard.index = symbol->index;
  return guard;
}

/// The opcode and the words behind its dots.
struct Spelling {
  Token opcode;
  std::array<std::string_view, kMostModifiers> words;
  std::size_t count = 0;

  [[nodiscard]] std::span<const std::string_view> modifiers() const {
    return std::span{words}.first(count);
  }
};

Spelling read_spelling(Lexer& in) {
  Spelling spelling;
  spelling.opcode = in.expect(Token::Kind::word, "an instruction");
  while (in.peek().kind == Token::Kind::dot) {
    const auto word = in.next();
    if (spelling.count == kMostModifiers) malformed(word.line, "an opcode of too many modifiers");
    spelling.words.at(spelling.count++) = word.text;
  }
  return spelling;
}

[[noreturn]] void no_row(const Spelling& spelling, const Match& match) {
  const auto modifiers = spelling.modifiers();
  auto name = std::string{spelling.opcode.text};
  for (const auto word : modifiers) name += fmt::format(".{}", word);
  name = printable(name, 100);
  const auto line = spelling.opcode.line;
  if (!match.known_opcode) unsupported(line, fmt::format("instruction {} is not supported", name));
  if (match.bad_word >= modifiers.size()) {
    unsupported(line, fmt::format("instruction {} is not supported: a modifier is missing", name));
  }
  unsupported(line, fmt::format("instruction {} is not supported with modifier .{}", name,
                                printable(modifiers[match.bad_word], 40)));
}

std::vector<RawOperand> parse_operands(Context& context) {
  auto& in = context.in;
  std::vector<RawOperand> list;
  if (in.peek().is(';')) return list;
  do {
    if (list.size() == kMostOperands) malformed(in.peek().line, "too many operands");
    list.push_back(parse_operand(context));
  } while (in.accept(','));
  return list;
}

void fit_operands(const std::vector<RawOperand>& raw, const Form& form, Instruction& instruction,
                  std::uint32_t line) {
  const auto& specs = form.operands;
  if (raw.size() < form.required_operands || raw.size() > specs.size()) {
    malformed(line, fmt::format("{} takes {} operands, not {}", form.row->name, specs.size(),
                                raw.size()));
  }
  auto spare = raw.size() - form.required_operands;
  auto next = raw.begin();
  instruction.operands.reserve(specs.size());
  for (const auto& spec : specs) {
    if (spec.optional && spare == 0) {
      instruction.operands.emplace_back();
      continue;
    }
    spare -= spec.optional ? 1 : 0;
    instruction.operands.push_back(fit_operand(*next, spec, instruction, line));
    if (next->has_second) instruction.destination2 = fit_second(*next, line);
    ++next;
  }
}

}  // namespace

void parse_instruction(Context& context) {
  auto& in = context.in;
  const auto guard = parse_guard(context);
  const auto spelling = read_spelling(in);
  const auto line = spelling.opcode.line;
  if (++context.instructions > kMostInstructions) malformed(line, "too many instructions");

  Instruction instruction;
  const auto match = match_opcode(spelling.opcode.text, spelling.modifiers(), instruction);
  if (match.form == nullptr) no_row(spelling, match);
  instruction.guarded = guard.present;
  instruction.guard_negated = guard.negated;
  instruction.guard = guard.index;
  instruction.aligned |= instruction.opcode == Opcode::bar;
  instruction.where = context.lines.at(line);
  if (instruction.vector > 1 && size_of(instruction.type) * instruction.vector > kWidestAccess) {
    unsupported(line, fmt::format("{} of more than 16 bytes", match.form->row->name));
  }

  if (!parse_control_flow(context, *match.form, instruction)) {
    fit_operands(parse_operands(context), *match.form, instruction, line);
  }
  const auto end = in.expect(';');
  instruction.text =
      printable(in.text().substr(spelling.opcode.begin, end.begin + 1 - spelling.opcode.begin));
  context.function->instructions.push_back(std::move(instruction));
}

}  // namespace warpgrade::ptx
