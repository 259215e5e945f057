// SPDX-License-Identifier: Apache-2.0
#include "harness/mutation/source.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace warpgrade::mutation {
namespace {

constexpr auto kNoMate = static_cast<std::size_t>(-1);

using Pair = std::pair<std::string_view, std::string_view>;
constexpr std::array kBrackets{Pair{"(", ")"}, Pair{"[", "]"}, Pair{"{", "}"}, Pair{"<<<", ">>>"}};

constexpr std::array<std::string_view, 4> kCasts{"static_cast", "reinterpret_cast", "const_cast",
                                                 "dynamic_cast"};

// Names that stand before a sign or a pointer, not before an operator.
constexpr std::array<std::string_view, 15> kNotValues{
    "return", "case", "float",  "double", "int",  "unsigned", "char", "short",
    "long",   "void", "size_t", "auto",   "bool", "else",     "const"};

// How tightly operators bind, loosest first; whatever else ends an operand is looser than all.
constexpr int kLoosest = 0;
constexpr int kTight = 7;
using Strength = std::pair<std::string_view, int>;
constexpr std::array kStrengths{
    Strength{";", kLoosest},   Strength{",", kLoosest},   Strength{"?", kLoosest},
    Strength{":", kLoosest},   Strength{"=", kLoosest},   Strength{"+=", kLoosest},
    Strength{"-=", kLoosest},  Strength{"*=", kLoosest},  Strength{"/=", kLoosest},
    Strength{"<<=", kLoosest}, Strength{">>=", kLoosest}, Strength{"return", kLoosest},
    Strength{"||", 1},         Strength{"&&", 2},         Strength{"==", 3},
    Strength{"!=", 3},         Strength{"<", 4},          Strength{">", 4},
    Strength{"<=", 4},         Strength{">=", 4},         Strength{"<<", 5},
    Strength{">>", 5},         Strength{"+", 6},          Strength{"-", 6}};

int strength_of(std::string_view text) {
  const auto* const found = std::ranges::find(kStrengths, text, &Strength::first);
  return found == kStrengths.end() ? kTight : found->second;
}

bool contains(const auto& list, std::string_view text) {
  return std::ranges::find(list, text) != list.end();
}

}  // namespace

Source::Source(std::string_view text) : text_{text}, tokens_{tokenize(text)} { pair_brackets(); }

void Source::pair_brackets() {
  mates_.assign(size(), kNoMate);
  const auto pair = [this](std::size_t open, std::size_t close) {
    mates_[open] = close;
    mates_[close] = open;
  };
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < size(); ++i) {
    const auto here = token(i).text;
    if (here == "<" && i > 0 && contains(kCasts, token(i - 1).text)) {
      auto close = i;
      while (close < size() && !is(close, ">")) ++close;
      if (close < size()) pair(i, close);
    }
    if (std::ranges::find(kBrackets, here, &Pair::first) != kBrackets.end()) open.push_back(i);
    const auto* const closing = std::ranges::find(kBrackets, here, &Pair::second);
    if (closing == kBrackets.end() || open.empty()) continue;
    if (is(open.back(), closing->first)) pair(open.back(), i);
    open.pop_back();
  }
}

std::optional<std::size_t> Source::mate(std::size_t i) const {
  if (i >= size() || mates_[i] == kNoMate) return std::nullopt;
  return mates_[i];
}

std::string_view Source::text_of(Range range) const {
  if (range.begin >= range.end || range.end > size()) return {};
  const auto begin = token(range.begin).at;
  return text_.substr(begin, token(range.end - 1).end() - begin);
}

bool Source::is_binary(std::size_t i) const {
  if (i == 0 || i + 1 >= size() || mate(i)) return false;
  const auto& before = token(i - 1);
  if (before.kind == TokenKind::name) return !contains(kNotValues, before.text);
  return before.kind == TokenKind::number || before.text == ")" || before.text == "]" ||
         (before.text == "}" && closes(i - 1));
}

bool Source::ends_operand(std::size_t i, int strength) const {
  const auto here = strength_of(token(i).text);
  const bool sign = here > kLoosest && here < kTight && !is_binary(i);
  return !sign && here <= strength;
}

Range Source::left_operand(std::size_t i) const {
  const auto strength = strength_of(token(i).text);
  auto begin = i;
  while (begin > 0) {
    const auto before = begin - 1;
    if (closes(before)) {
      begin = *mate(before);
      continue;
    }
    if (opens(before) || ends_operand(before, strength)) break;
    begin = before;
  }
  return {begin, i};
}

Range Source::right_operand(std::size_t i) const {
  const auto strength = strength_of(token(i).text);
  auto end = i + 1;
  while (end < size()) {
    if (opens(end)) {
      end = *mate(end) + 1;
      continue;
    }
    if (closes(end) || ends_operand(end, strength)) break;
    ++end;
  }
  return {i + 1, end};
}

std::vector<Range> Source::arguments(std::size_t open) const {
  const auto close = mate(open);
  if (!close || *close <= open + 1) return {};
  std::vector<Range> arguments{{open + 1, open + 1}};
  for (auto i = open + 1; i < *close;) {
    if (is(i, ";")) return {};
    if (is(i, ",")) {
      arguments.push_back({i + 1, i + 1});
      ++i;
      continue;
    }
    i = opens(i) ? *mate(i) + 1 : i + 1;
    arguments.back().end = i;
  }
  return arguments;
}

}  // namespace warpgrade::mutation
