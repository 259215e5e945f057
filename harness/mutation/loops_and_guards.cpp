// SPDX-License-Identifier: Apache-2.0
// Faults of guards and of loops.
#include "harness/mutation/operators.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace warpgrade::mutation {
namespace {

using Pair = std::pair<std::string_view, std::string_view>;
constexpr std::array kOtherComparison{Pair{"<", "<="},  Pair{"<=", "<"},  Pair{">", ">="},
                                      Pair{">=", ">"},  Pair{"==", "!="}, Pair{"!=", "=="},
                                      Pair{"&&", "||"}, Pair{"||", "&&"}};

/// The header of a for loop as its three clauses; `open` is its bracket.
struct ForHeader {
  Range condition;
  Range step;
};

std::vector<ForHeader> for_headers(const Source& source) {
  std::vector<ForHeader> headers;
  for (std::size_t i = 0; i + 1 < source.size(); ++i) {
    const auto close = source.mate(i + 1);
    if (!source.is(i, "for") || !close) continue;
    std::vector<std::size_t> stops;
    for (auto k = i + 2; k < *close; k = source.opens(k) ? *source.mate(k) + 1 : k + 1) {
      if (source.is(k, ";")) stops.push_back(k);
    }
    if (stops.size() == 2) headers.push_back({{stops[0] + 1, stops[1]}, {stops[1] + 1, *close}});
  }
  return headers;
}

}  // namespace

void loosen_comparisons(const Source& source, std::vector<Change>& changes) {
  for (std::size_t i = 0; i < source.size(); ++i) {
    const auto* const other =
        std::ranges::find(kOtherComparison, source.token(i).text, &Pair::first);
    if (other == kOtherComparison.end() || !source.is_binary(i)) continue;
    changes.push_back({{{i, i + 1}, std::string{other->second}}});
  }
}

void drop_conditions(const Source& source, std::vector<Change>& changes) {
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (!source.is_binary(i) || (!source.is(i, "&&") && !source.is(i, "||"))) continue;
    const auto left = source.left_operand(i);
    changes.push_back({{{i, source.right_operand(i).end}, ""}});
    const bool first = left.begin == 0 || !source.is(left.begin - 1, source.token(i).text);
    if (first) changes.push_back({{{left.begin, i + 1}, ""}});
  }
}

void remove_guards(const Source& source, std::vector<Change>& changes) {
  for (std::size_t i = 0; i + 1 < source.size(); ++i) {
    if (!source.is(i, "if") || !source.is(i + 1, "(") || !source.mate(i + 1)) continue;
    changes.push_back({{{i + 2, *source.mate(i + 1)}, "true"}});
  }
}

void scale_steps(const Source& source, std::vector<Change>& changes) {
  for (const auto& header : for_headers(source)) {
    for (auto i = header.step.begin; i < header.step.end; ++i) {
      if (source.is(i, "++")) {
        const bool before = source.is_name(i + 1) && i + 1 < header.step.end;
        const Range all = before ? Range{i, i + 2} : Range{i - 1, i + 1};
        const auto name = source.token(before ? i + 1 : i - 1).text;
        changes.push_back({{all, fmt::format("{} += 2", name)}});
      } else if (source.is(i, "+=")) {
        const auto step = source.right_operand(i);
        changes.push_back({{step, fmt::format("2 * ({})", source.text_of(step))}});
        changes.push_back({{step, fmt::format("({}) / 2", source.text_of(step))}});
      }
    }
  }
}

void scale_bounds(const Source& source, std::vector<Change>& changes) {
  for (const auto& header : for_headers(source)) {
    for (auto i = header.condition.begin; i < header.condition.end; ++i) {
      if (!source.is_binary(i) || (!source.is(i, "<") && !source.is(i, "<="))) continue;
      const auto bound = source.right_operand(i);
      changes.push_back({{bound, fmt::format("({}) / 2", source.text_of(bound))}});
      changes.push_back({{bound, fmt::format("2 * ({})", source.text_of(bound))}});
    }
  }
}

}  // namespace warpgrade::mutation
