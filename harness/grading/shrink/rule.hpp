// SPDX-License-Identifier: Apache-2.0
// The rule of shapes of rows and cols that fail, where a table of simple ones has it: "cols > 32".
#pragma once

#include "harness/core/shape.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "harness/grading/shrink/order.hpp"

namespace warpgrade::shrink {

/// A property of a shape that holds or not. `n` is the number that it speaks of, where it does.
enum class Property {
  any,  ///< Every shape has it.
  cols_exceed_rows,
  rows_exceed_cols,
  not_square,
  more_tile_cols,  ///< ceil(cols / n) > ceil(rows / n)
  more_tile_rows,
  other_tile_counts,  ///< ceil(cols / n) != ceil(rows / n)
  cols_ragged,        ///< cols % n != 0
  rows_ragged,
  either_ragged,  ///< rows % n != 0 or cols % n != 0
};

/// A size of a shape that a limit is put on.
enum class Measure { none, cols, rows, longer_side, shorter_side, cells };

/// A shape fails exactly if it has the property and, unless `measure` is none, exceeds the limit.
struct Rule {
  Property property = Property::any;
  std::int64_t n = 0;
  Measure measure = Measure::none;
  std::int64_t limit = 0;

  friend bool operator==(const Rule&, const Rule&) = default;
};

/// True if `rule` says that `shape` fails.
bool holds(const Rule& rule, const Shape& shape);

/// Shapes whose outcome tells the rules apart, given the smallest failing one.
std::vector<Shape> rule_probes(const Shape& smallest, std::int64_t tile);

/// The first rule of the table, simplest first, that agrees with every shape in `known` (true: it
/// fails). A limit is only taken if a passing and a failing shape lie right beside it. Nothing if
/// no rule agrees.
std::optional<Rule> infer_rule(const std::map<Shape, bool, BySize>& known, std::int64_t tile);

}  // namespace warpgrade::shrink
