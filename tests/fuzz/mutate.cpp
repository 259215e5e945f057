// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/mutate.hpp"

#include "harness/emulator/ptx/parser.hpp"
#include "tests/fuzz/instruction_source.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <vector>

namespace warpgrade::fuzz {
namespace {

/// An input taken apart.
struct Input {
  std::vector<std::string> lines;
  std::string behind;  ///< With its NUL; empty if there is none.
};

Input taken_apart(std::string_view text) {
  Input input;
  const auto cut = std::min(text.find('\0'), text.size());
  input.behind = text.substr(cut);
  text = text.substr(0, cut);
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    input.lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return input;
}

std::string put_together(const Input& input) {
  std::string text;
  for (const auto& line : input.lines) text.append(line).append("\n");
  return text + input.behind;
}

/// A place behind the first `{`: where instructions stand.
std::size_t random_place(const Input& input, Random& random) {
  const auto& lines = input.lines;
  const auto opens = [](const std::string& line) { return line.find('{') != std::string::npos; };
  const auto first = static_cast<std::size_t>(std::ranges::find_if(lines, opens) - lines.begin());
  if (first >= lines.size()) return lines.empty() ? 0 : random() % lines.size();
  return first + 1 + random() % (lines.size() - first);
}

struct Word {
  std::size_t begin;
  std::size_t length;
};

/// A random word of `line` whose first character, and the one before it, fit.
std::optional<Word> random_word(const std::string& line, auto fits, Random& random) {
  std::vector<Word> words;
  for (std::size_t i = 0; i < line.size();) {
    if (!is_word_character(line[i])) {
      ++i;
      continue;
    }
    const std::size_t begin = i;
    while (i < line.size() && is_word_character(line[i])) ++i;
    if (fits(begin > 0 ? line[begin - 1] : ' ', line[begin])) words.push_back({begin, i - begin});
  }
  if (words.empty()) return std::nullopt;
  return words[random() % words.size()];
}

bool is_modifier(char before, char) { return before == '.'; }
bool is_operand(char before, char first) {
  return before != '.' && (first == '%' || std::isdigit(static_cast<unsigned char>(first)) != 0 ||
                           std::isupper(static_cast<unsigned char>(first)) != 0);
}
bool is_number(char before, char first) {
  return before != '.' && std::isdigit(static_cast<unsigned char>(first)) != 0;
}

using Step = void (*)(Input&, const Names&, Random&);

std::string& random_line(Input& input, Random& random) {
  return input.lines[std::min(random_place(input, random), input.lines.size() - 1)];
}

void put_in(Input& input, const Names& names, Random& random) {
  const auto at = input.lines.begin() + static_cast<std::ptrdiff_t>(random_place(input, random));
  input.lines.insert(at, random_instruction(names, random));
}

void take_out(Input& input, const Names&, Random& random) {
  if (input.lines.size() < 2) return;
  const auto at = std::min(random_place(input, random), input.lines.size() - 1);
  input.lines.erase(input.lines.begin() + static_cast<std::ptrdiff_t>(at));
}

void copy_line(Input& input, const Names&, Random& random) {
  const std::string line = random_line(input, random);
  const auto at = input.lines.begin() + static_cast<std::ptrdiff_t>(random_place(input, random));
  input.lines.insert(at, line);
}

void move_line(Input& input, const Names&, Random& random) {
  std::swap(random_line(input, random), random_line(input, random));
}

void change_modifier(Input& input, const Names&, Random& random) {
  auto& line = random_line(input, random);
  const auto word = random_word(line, is_modifier, random);
  if (word) line.replace(word->begin, word->length, random_modifier(random));
}

void change_number(Input& input, const Names&, Random& random) {
  auto& line = random_line(input, random);
  const auto word = random_word(line, is_number, random);
  if (word) line.replace(word->begin, word->length, random_number(random));
}

void change_operand(Input& input, const Names& names, Random& random) {
  auto& line = random_line(input, random);
  const auto word = random_word(line, is_operand, random);
  if (!word) return;
  const auto& list = once_in(8, random)   ? names.symbols
                     : once_in(8, random) ? names.labels
                                          : names.registers[random() % names.registers.size()];
  line.replace(word->begin, word->length,
               once_in(4, random) ? random_number(random) : pick(list, random, "%r1"));
}

void add_guard(Input& input, const Names& names, Random& random) {
  auto& line = random_line(input, random);
  if (line.find(';') == std::string::npos || line.find('@') != std::string::npos) return;
  line.insert(0, (once_in(2, random) ? "@" : "@!") + pick(names.registers[0], random, "%p1") + " ");
}

void add_branch(Input& input, const Names& names, Random& random) {
  const auto label = "L" + std::to_string(random() % 1000);
  const auto at = [&] {
    return input.lines.begin() + static_cast<std::ptrdiff_t>(random_place(input, random));
  };
  input.lines.insert(at(), label + ":");
  input.lines.insert(at(), "@" + pick(names.registers[0], random, "%p1") + " bra " + label + ";");
}

void add_declaration(Input& input, const Names&, Random& random) {
  constexpr std::array spaces{".shared", ".local", ".global",
                              ".const",  ".param", ".extern .shared"};
  constexpr std::array types{".b8", ".b32", ".u64", ".f32", ".align 16 .b8", ".b16"};
  const auto name = " v" + std::to_string(random() % 1000);
  const auto size = once_in(4, random) ? "" : "[" + random_number(random) + "]";
  const auto at = once_in(2, random) ? random_place(input, random)
                                     : std::min<std::size_t>(3, input.lines.size());
  input.lines.insert(input.lines.begin() + static_cast<std::ptrdiff_t>(at),
                     std::string(spaces[random() % spaces.size()]) + " " +
                         types[random() % types.size()] + name + size + ";");
}

void change_launch(Input& input, const Names&, Random& random) {
  constexpr std::size_t most = 24;
  if (input.behind.empty()) input.behind.assign(1, '\0');
  if (input.behind.size() < most) input.behind.push_back(static_cast<char>(random() % 256));
  if (input.behind.size() == 1) return;
  input.behind[1 + random() % (input.behind.size() - 1)] = static_cast<char>(random() % 256);
}

// What is listed twice is twice as likely.
constexpr std::array<Step, 16> kSteps{
    put_in,         put_in,    put_in,          put_in,          take_out,      take_out,
    copy_line,      move_line, change_modifier, change_modifier, change_number, change_operand,
    change_operand, add_guard, add_branch,      change_launch};

std::string mutate_once(std::string_view text, Random& random) {
  auto input = taken_apart(text);
  if (input.lines.empty()) input.lines.emplace_back();
  const auto names = names_in(text);
  do {
    const Step step = once_in(24, random) ? add_declaration : kSteps[random() % kSteps.size()];
    step(input, names, random);
    if (input.lines.empty()) input.lines.emplace_back();
  } while (!once_in(3, random));
  return put_together(input);
}

bool is_ptx(std::string_view input) {
  try {
    ptx::parse(input.substr(0, input.find('\0')));
    return true;
  } catch (const ptx::PtxError&) {
    return false;
  }
}

}  // namespace

std::string mutate(std::string_view text, Random& random) {
  constexpr int attempts = 6;
  std::string changed;
  for (int i = 0; i < attempts; ++i) {
    changed = mutate_once(text, random);
    if (changed != text && is_ptx(changed)) break;
  }
  return changed;
}

std::string splice(std::string_view text, std::string_view other, Random& random) {
  constexpr std::size_t most = 12;
  auto input = taken_apart(text);
  const auto from = taken_apart(other);
  if (input.lines.empty() || from.lines.empty()) return std::string(text);
  const auto first = random() % from.lines.size();
  const auto count = std::min(1 + random() % most, from.lines.size() - first);
  const auto begin = from.lines.begin() + static_cast<std::ptrdiff_t>(first);
  input.lines.insert(input.lines.begin() + static_cast<std::ptrdiff_t>(random_place(input, random)),
                     begin, begin + static_cast<std::ptrdiff_t>(count));
  return put_together(input);
}

}  // namespace warpgrade::fuzz
