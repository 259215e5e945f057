// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/shrink/rule.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <set>

namespace warpgrade::shrink {
namespace {

using Known = std::map<Shape, bool, BySize>;

// A rule says something only about shapes that were tried; fewer than this say too little.
constexpr std::size_t kFewestKnown = 12;

constexpr std::array kMeasures{Measure::cols, Measure::rows, Measure::longer_side,
                               Measure::shorter_side, Measure::cells};

std::int64_t tiles(std::int64_t side, std::int64_t n) { return (side + n - 1) / n; }

bool has(Property property, std::int64_t n, Extent e) {
  switch (property) {
    case Property::any:
      return true;
    case Property::cols_exceed_rows:
      return e.cols > e.rows;
    case Property::rows_exceed_cols:
      return e.rows > e.cols;
    case Property::not_square:
      return e.rows != e.cols;
    case Property::more_tile_cols:
      return tiles(e.cols, n) > tiles(e.rows, n);
    case Property::more_tile_rows:
      return tiles(e.rows, n) > tiles(e.cols, n);
    case Property::other_tile_counts:
      return tiles(e.rows, n) != tiles(e.cols, n);
    case Property::cols_ragged:
      return e.cols % n != 0;
    case Property::rows_ragged:
      return e.rows % n != 0;
    case Property::either_ragged:
      return e.rows % n != 0 || e.cols % n != 0;
  }
  return false;
}

std::int64_t size_of(Measure measure, Extent e) {
  switch (measure) {
    case Measure::none:
      return std::numeric_limits<std::int64_t>::max();
    case Measure::cols:
      return e.cols;
    case Measure::rows:
      return e.rows;
    case Measure::longer_side:
      return std::max(e.rows, e.cols);
    case Measure::shorter_side:
      return std::min(e.rows, e.cols);
    case Measure::cells:
      return e.rows * e.cols;
  }
  return 0;
}

/// Properties with their numbers, simplest first.
std::vector<Rule> properties(std::int64_t tile) {
  std::vector<Rule> rules;
  const auto add = [&](Property property, std::int64_t n) { rules.push_back({property, n}); };
  for (const auto plain : {Property::any, Property::cols_exceed_rows, Property::rows_exceed_cols,
                           Property::not_square}) {
    add(plain, 0);
  }
  for (const auto tiled :
       {Property::more_tile_cols, Property::more_tile_rows, Property::other_tile_counts}) {
    for (const auto n : {tile, std::int64_t{16}, std::int64_t{64}}) add(tiled, n);
  }
  for (const auto ragged :
       {Property::cols_ragged, Property::rows_ragged, Property::either_ragged}) {
    for (const auto n :
         {tile, std::int64_t{16}, std::int64_t{8}, std::int64_t{4}, std::int64_t{2}}) {
      add(ragged, n);
    }
  }
  return rules;
}

bool agrees(const Rule& rule, const Known& known) {
  return std::ranges::all_of(known,
                             [&](const auto& k) { return holds(rule, k.first) == k.second; });
}

/// `rule` with the limit on `measure` that agrees with `known`; nothing if there is none.
std::optional<Rule> with_limit(Rule rule, Measure measure, const Known& known) {
  std::int64_t passing = 0;
  auto failing = std::numeric_limits<std::int64_t>::max();
  for (const auto& [shape, fails] : known) {
    if (!has(rule.property, rule.n, shape.extent())) continue;
    const auto size = size_of(measure, shape.extent());
    if (fails) failing = std::min(failing, size);
    if (!fails) passing = std::max(passing, size);
  }
  if (passing == 0 || failing != passing + 1) return std::nullopt;
  rule.measure = measure;
  rule.limit = passing;
  if (!agrees(rule, known)) return std::nullopt;
  return rule;
}

}  // namespace

bool holds(const Rule& rule, const Shape& shape) {
  const auto e = shape.extent();
  return has(rule.property, rule.n, e) && size_of(rule.measure, e) > rule.limit;
}

std::vector<Shape> rule_probes(const Shape& smallest, std::int64_t tile) {
  std::set<std::int64_t> sides{1, 2, 3, 4, 7, tile - 1, tile, tile + 1, 2 * tile, 2 * tile + 1};
  for (const auto side : smallest) {
    sides.insert({side - 1, side, side + 1});
  }
  std::set<Shape, BySize> probes;
  for (const auto rows : sides) {
    for (const auto cols : sides) {
      if (rows > 0 && cols > 0) probes.insert({rows, cols});
    }
  }
  return {probes.begin(), probes.end()};
}

std::optional<Rule> infer_rule(const Known& known, std::int64_t tile) {
  if (known.size() < kFewestKnown) return std::nullopt;
  const auto candidates = properties(tile);
  for (const auto& rule : candidates) {
    if (agrees(rule, known)) return rule;
  }
  for (const auto& rule : candidates) {
    for (const auto measure : kMeasures) {
      if (const auto limited = with_limit(rule, measure, known)) return limited;
    }
  }
  return std::nullopt;
}

}  // namespace warpgrade::shrink
