// SPDX-License-Identifier: Apache-2.0
// A predicate on shapes that is asked at most once a shape, within a budget.
#pragma once

#include "harness/grading/shrink/order.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <utility>

namespace warpgrade::shrink {

/// Whether the case of that shape shows what is looked for; nothing if that could not be told.
using Predicate = std::function<std::optional<bool>(const Shape&)>;

/// True while another shape, this one, may be tried.
using Budget = std::function<bool(const Shape&)>;

/// Remembers what came of every shape tried.
class Trials {
 public:
  Trials(Predicate predicate, Budget budget)
      : predicate_{std::move(predicate)}, budget_{std::move(budget)} {}

  /// What came of `shape`; nothing if it was not tried before and the budget has ended, or if it
  /// could not be told.
  std::optional<bool> at(const Shape& shape);

  /// What is known from elsewhere; costs no budget.
  void add(const Shape& shape, bool shows) { known_.insert_or_assign(shape, shows); }

  /// How many shapes smaller than `shape` were tried and do not show it.
  [[nodiscard]] std::uint64_t smaller_without(const Shape& shape) const;

  [[nodiscard]] const std::map<Shape, bool, BySize>& known() const { return known_; }

 private:
  Predicate predicate_;
  Budget budget_;
  std::map<Shape, bool, BySize> known_;
};

}  // namespace warpgrade::shrink
