// SPDX-License-Identifier: Apache-2.0
// Faults of grids, barriers and tile sizes.
#include "harness/mutation/operators.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string_view>

namespace warpgrade::mutation {
namespace {

constexpr std::uint64_t kLeastSize = 3;  // Smaller numbers are offsets, see shift_offsets().
constexpr std::string_view kBarrier = "__syncthreads";

/// A quotient that rounds up: (SIZE + ... - 1) / BY. All but `size` are there to round.
struct RoundedUp {
  Range all;
  Range size;
};

std::vector<RoundedUp> rounded_up(const Source& source) {
  std::vector<RoundedUp> found;
  for (std::size_t i = 2; i < source.size(); ++i) {
    const auto open = source.mate(i - 1);
    if (!source.is(i, "/") || !source.is(i - 1, ")") || !open) continue;
    if (!source.is(i - 2, "1") || !source.is(i - 3, "-")) continue;
    auto plus = *open + 1;
    while (plus < i && !(source.is(plus, "+") && source.is_binary(plus))) {
      plus = source.opens(plus) ? *source.mate(plus) + 1 : plus + 1;
    }
    auto end = i + 2;
    if (source.opens(end)) end = *source.mate(end) + 1;
    if (plus < i) found.push_back({{*open, end}, {*open + 1, plus}});
  }
  return found;
}

/// True where a range declares something: two names side by side.
bool declares(const Source& source, Range range) {
  for (auto i = range.begin; i + 1 < range.end; ++i) {
    if (source.is_name(i) && source.is_name(i + 1)) return true;
    const bool pointer = source.is(i + 1, "*") && !source.is_binary(i + 1);
    if (source.is_name(i) && pointer) return true;
  }
  return false;
}

std::vector<std::size_t> barriers(const Source& source) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (source.is(i, kBarrier) && source.is(i + 1, "(") && source.is(i + 3, ";")) {
      found.push_back(i);
    }
  }
  return found;
}

/// The statement, of one line, of the last if before `i`, inside the function; empty if there is
/// none.
Range guarded_before(const Source& source, std::size_t i) {
  for (auto k = i; k-- > 0;) {
    if (source.is(k, kBarrier) || source.is(k, "__global__")) return {};
    const auto close = source.is(k, "if") ? source.mate(k + 1) : std::nullopt;
    if (!close) continue;
    auto end = *close + 1;
    while (end < i && !source.is(end, ";"))
      end = source.opens(end) ? *source.mate(end) + 1 : end + 1;
    return end < i ? Range{*close + 1, end + 1} : Range{};
  }
  return {};
}

/// Names of the file's constants, where they are declared.
std::vector<std::size_t> constants(const Source& source) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (!source.is(i, "constexpr")) continue;
    auto equals = i;
    while (equals < source.size() && !source.is(equals, "=") && !source.is(equals, ";") &&
           !source.is(equals, "(")) {
      ++equals;
    }
    if (source.is(equals, "=")) found.push_back(equals - 1);
  }
  return found;
}

}  // namespace

void round_down(const Source& source, std::vector<Change>& changes) {
  for (const auto& [all, size] : rounded_up(source)) {
    changes.push_back(
        {{{all.begin + 1, *source.mate(all.begin)}, std::string{source.text_of(size)}}});
  }
}

void add_a_block(const Source& source, std::vector<Change>& changes) {
  for (const auto& [all, size] : rounded_up(source)) {
    changes.push_back({{all, fmt::format("{} + 1", source.text_of(all))}});
  }
}

/// Functions that give the same for their arguments in either order: exchanged, nothing is changed.
bool is_symmetric(std::string_view function) {
  constexpr std::array<std::string_view, 6> names{"min", "max", "fmin", "fmax", "fminf", "fmaxf"};
  return std::ranges::find(names, function) != names.end();
}

void exchange_arguments(const Source& source, std::vector<Change>& changes) {
  for (std::size_t i = 1; i < source.size(); ++i) {
    if (!source.opens(i) || is_symmetric(source.token(i - 1).text)) continue;
    const auto arguments = source.arguments(i);
    if (std::ranges::any_of(arguments, [&](Range r) { return declares(source, r); })) continue;
    for (std::size_t k = 0; k + 1 < arguments.size(); ++k) {
      const auto a = source.text_of(arguments[k]);
      const auto b = source.text_of(arguments[k + 1]);
      changes.push_back({{arguments[k], std::string{b}}, {arguments[k + 1], std::string{a}}});
    }
  }
}

void remove_barriers(const Source& source, std::vector<Change>& changes) {
  for (const auto i : barriers(source)) changes.push_back({{{i, i + 3}, ""}});
}

void move_barriers_into_guards(const Source& source, std::vector<Change>& changes) {
  for (const auto i : barriers(source)) {
    const auto guarded = guarded_before(source, i);
    if (guarded.begin == guarded.end) continue;
    changes.push_back({{{guarded.begin, guarded.begin}, "{ "},
                       {{guarded.end, guarded.end}, " __syncthreads(); }"},
                       {{i, i + 3}, ""}});
  }
}

void resize_constants(const Source& source, std::vector<Change>& changes) {
  for (std::size_t i = 0; i < source.size(); ++i) {
    const auto text = source.token(i).text;
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < kLeastSize) continue;
    for (const auto other : {value - 1, value + 1, value / 2, 2 * value}) {
      changes.push_back({{{i, i + 1}, fmt::format("{}", other)}});
    }
  }
}

void exchange_constants(const Source& source, std::vector<Change>& changes) {
  const auto declared = constants(source);
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (std::ranges::find(declared, i) != declared.end()) continue;
    const auto same_name = [&](std::size_t d) {
      return source.token(d).text == source.token(i).text;
    };
    const auto found = std::ranges::find_if(declared, same_name);
    if (found == declared.end()) continue;
    const auto next = std::next(found) == declared.end() ? declared.front() : *std::next(found);
    changes.push_back({{{i, i + 1}, std::string{source.token(next).text}}});
  }
}

void resize_arrays(const Source& source, std::vector<Change>& changes) {
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (!source.is(i, "__shared__")) continue;
    for (auto k = i; k < source.size() && !source.is(k, ";"); ++k) {
      // A sum is changed as an index is.
      if (!source.is(k, "[") || source.mate(k) != k + 2) continue;
      const auto close = k + 2;
      changes.push_back({{{close, close}, " - 1"}});
      changes.push_back({{{close, close}, " + 1"}});
    }
  }
}

}  // namespace warpgrade::mutation
