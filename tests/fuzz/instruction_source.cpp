// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/instruction_source.hpp"

#include "harness/emulator/ptx/grammar.hpp"
#include "harness/emulator/ptx/special_registers.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace warpgrade::fuzz {
namespace {

using ptx::OperandSpec;

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const auto end = std::min(text.find(at), text.size());
    if (end > 0) parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

/// The alternatives of a slot such as `rnd|u32`, classes replaced by their words.
std::vector<std::string_view> alternatives(std::string_view slot) {
  std::vector<std::string_view> words;
  if (slot.starts_with('=')) slot.remove_prefix(1);
  for (const auto name : split(slot, '|')) {
    const auto before = words.size();
    for (const auto& entry : ptx::modifier_classes()) {
      if (entry.name != name) continue;
      const auto more = split(entry.words, ' ');
      words.insert(words.end(), more.begin(), more.end());
    }
    if (words.size() == before) words.push_back(name);
  }
  return words;
}

/// `.rn.f32` of `{.rnd}{.ftz}.f32|f64`.
std::vector<std::string_view> random_words(std::string_view notation, Random& random) {
  std::vector<std::string_view> chosen;
  bool optional = false;
  while (!notation.empty()) {
    if (notation.front() != '.') {
      optional = notation.front() == '{';
      notation.remove_prefix(1);
      continue;
    }
    notation.remove_prefix(1);
    const auto end = std::min(notation.find_first_of(".{}"), notation.size());
    const auto words = alternatives(notation.substr(0, end));
    notation.remove_prefix(end);
    if (words.empty() || (optional && once_in(2, random))) continue;
    chosen.push_back(words[random() % words.size()]);
  }
  return chosen;
}

Names::Width width_of(const OperandSpec& spec, const ptx::Instruction& instruction) {
  using Width = OperandSpec::Width;
  auto type = instruction.type;
  if (spec.width == Width::address) return Names::Width::bits64;
  if (spec.width == Width::source) type = instruction.source_type;
  if (spec.width == Width::fixed) type = spec.fixed;
  if (type == ptx::Type::pred) return Names::Width::pred;
  const auto bytes = ptx::size_of(type) * (spec.width == Width::wide ? 2U : 1U);
  if (bytes <= 2) return Names::Width::bits16;
  return bytes == 4 ? Names::Width::bits32 : Names::Width::bits64;
}

std::string random_register(Names::Width width, const Names& names, Random& random) {
  return pick(names.registers[static_cast<std::size_t>(width)], random, "%r1");
}

std::string random_address(const Names& names, Random& random) {
  std::string base = once_in(2, random) ? pick(names.symbols, random, "0")
                                        : random_register(Names::Width::bits64, names, random);
  if (once_in(3, random)) base += "+" + random_number(random);
  return "[" + base + "]";
}

std::string random_source(const OperandSpec& spec, Names::Width width, const Names& names,
                          Random& random) {
  if (spec.constant || once_in(4, random)) return random_number(random);
  if (once_in(12, random)) return pick(names.symbols, random, "0");
  if (once_in(12, random)) {
    return std::string(ptx::special_registers()[random() % ptx::special_registers().size()].name);
  }
  return (spec.negatable && once_in(3, random) ? "!" : "") + random_register(width, names, random);
}

std::string random_operand(const OperandSpec& spec, const ptx::Instruction& instruction,
                           const Names& names, Random& random) {
  using Role = OperandSpec::Role;
  const auto width = width_of(spec, instruction);
  switch (spec.role) {
    case Role::label:
      return pick(names.labels, random, "DONE");
    case Role::address:
      return random_address(names, random);
    case Role::targets:
      return pick(names.labels, random, "T");
    case Role::call:
      return pick(names.functions, random, "f");
    default:
      break;
  }
  if (spec.vector && instruction.vector > 1) {
    std::string list = "{" + random_register(width, names, random);
    for (int i = 1; i < instruction.vector; ++i)
      list += "," + random_register(width, names, random);
    return list + "}";
  }
  if (spec.role == Role::source) return random_source(spec, width, names, random);
  auto destination = spec.sink && once_in(4, random) ? "_" : random_register(width, names, random);
  if (spec.second && once_in(2, random)) {
    destination += "|" + random_register(Names::Width::pred, names, random);
  }
  return destination;
}

std::string random_guard(const Names& names, Random& random) {
  if (!once_in(4, random)) return "";
  return (once_in(2, random) ? "@" : "@!") + random_register(Names::Width::pred, names, random) +
         " ";
}

const ptx::OpcodeRow& random_row(Random& random) {
  const auto tables = ptx::opcode_rows();
  auto at = random() % (tables[0].size() + tables[1].size());
  return at < tables[0].size() ? tables[0][at] : tables[1][at - tables[0].size()];
}

}  // namespace

std::string random_number(Random& random) {
  constexpr std::array numbers{"0",
                               "1",
                               "2",
                               "3",
                               "4",
                               "7",
                               "8",
                               "16",
                               "31",
                               "32",
                               "33",
                               "63",
                               "64",
                               "65",
                               "127",
                               "255",
                               "-1",
                               "-2",
                               "-4",
                               "0x7fffffff",
                               "64",
                               "0x80000000",
                               "4095",
                               "8192",
                               "0xffffffff",
                               "0xffffffffffffffff",
                               "0x8000000000000000",
                               "0x0f800000",
                               "0x0a0000000000",
                               "0x0b0000000100",
                               "0f3F800000",
                               "0fFF800000",
                               "0d7FF0000000000000",
                               "0f7FC00000"};
  return numbers[random() % numbers.size()];
}

std::string random_modifier(Random& random) {
  const auto words = random_words(random_row(random).modifiers, random);
  return words.empty() ? "u32" : std::string(words[random() % words.size()]);
}

std::string random_instruction(const Names& names, Random& random) {
  const auto& row = random_row(random);
  const auto words = random_words(row.modifiers, random);
  std::string text = random_guard(names, random) + std::string(row.name);
  for (const auto word : words) text.append(".").append(word);
  const auto parts = split(row.name, '.');
  std::vector<std::string_view> all(parts.begin() + 1, parts.end());
  all.insert(all.end(), words.begin(), words.end());
  ptx::Instruction instruction;
  const auto match = ptx::match_opcode(parts.front(), all, instruction);
  if (match.form == nullptr) return text + ";";
  std::string_view separator = " ";
  for (const auto& spec : match.form->operands) {
    if (spec.optional && once_in(2, random)) continue;
    text.append(separator).append(random_operand(spec, instruction, names, random));
    separator = ", ";
  }
  return text + ";";
}

}  // namespace warpgrade::fuzz
