// SPDX-License-Identifier: Apache-2.0
// Faults of indices.
#include "harness/mutation/operators.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <set>
#include <utility>

namespace warpgrade::mutation {
namespace {

using Pair = std::pair<std::string_view, std::string_view>;
constexpr std::array kAxes{Pair{"row", "col"}, Pair{"Row", "Col"}, Pair{"ROW", "COL"},
                           Pair{"width", "height"}, Pair{"tall", "wide"}};
constexpr std::uint64_t kMostOffset = 2;  // Larger numbers are sizes, see resize_constants().

std::string replaced(std::string_view name, std::string_view from, std::string_view to) {
  std::string text{name};
  text.replace(text.find(from), from.size(), to);
  return text;
}

/// `name` with the axes exchanged: rows and cols, x and y.
std::optional<std::string> other_axis(std::string_view name) {
  if (name == "x") return "y";
  if (name == "y") return "x";
  for (const auto& [a, b] : kAxes) {
    if (name.find(a) != std::string_view::npos) return replaced(name, a, b);
    if (name.find(b) != std::string_view::npos) return replaced(name, b, a);
  }
  return std::nullopt;
}

/// True where the name is declared, not used.
bool is_declared(const Source& source, std::size_t i) {
  if (i == 0 || source.is(i - 1, "return") || source.is(i - 1, "else")) return false;
  return source.is_name(i - 1) || (source.is(i - 1, "*") && !source.is_binary(i - 1)) ||
         source.is(i - 1, ">") || source.is(i - 1, "&");
}

std::set<std::string_view> names_of(const Source& source) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (source.is_name(i)) names.insert(source.token(i).text);
  }
  return names;
}

bool is_sum(const Source& source, std::size_t i) {
  return source.is_binary(i) && (source.is(i, "+") || source.is(i, "-"));
}

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

void swap_axes(const Source& source, std::vector<Change>& changes) {
  const auto names = names_of(source);
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (!source.is_name(i)) continue;
    const auto other = other_axis(source.token(i).text);
    // The swapped name must mean something; a member of an index always does.
    const bool member = source.is(i - 1, ".");
    if (!other || (!member && (is_declared(source, i) || !names.contains(*other)))) continue;
    changes.push_back({{{i, i + 1}, *other}});
  }
}

void swap_subscripts(const Source& source, std::vector<Change>& changes) {
  for (std::size_t i = 0; i + 1 < source.size(); ++i) {
    if (!source.is(i, "]") || !source.is(i + 1, "[")) continue;
    const auto first = source.mate(i);
    const auto second = source.mate(i + 1);
    if (!first || !second) continue;
    const auto a = source.text_of({*first + 1, i});
    const auto b = source.text_of({i + 2, *second});
    changes.push_back({{{*first, *second + 1}, fmt::format("[{}][{}]", b, a)}});
  }
}

void turn_signs(const Source& source, std::vector<Change>& changes) {
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (is_sum(source, i)) changes.push_back({{{i, i + 1}, source.is(i, "+") ? "-" : "+"}});
  }
}

void drop_addends(const Source& source, std::vector<Change>& changes) {
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (!is_sum(source, i)) continue;
    const auto left = source.left_operand(i);
    changes.push_back({{{i, source.right_operand(i).end}, ""}});
    const bool first = left.begin == 0 || !is_sum(source, left.begin - 1);
    if (first) changes.push_back({{{left.begin, i + 1}, ""}});
  }
}

void shift_offsets(const Source& source, std::vector<Change>& changes) {
  for (std::size_t i = 0; i < source.size(); ++i) {
    const auto value = whole_number(source.token(i).text);
    if (!value || *value > kMostOffset) continue;
    changes.push_back({{{i, i + 1}, fmt::format("{}", *value + 1)}});
    // An addend of nothing is one that drop_addends() drops.
    const bool vanishes = *value == 1 && i > 0 && is_sum(source, i - 1);
    if (*value > 0 && !vanishes) {
      changes.push_back({{{i, i + 1}, fmt::format("{}", *value - 1)}});
    }
  }
}

}  // namespace warpgrade::mutation
