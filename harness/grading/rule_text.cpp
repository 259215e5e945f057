// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace warpgrade::grading {
namespace {

using shrink::Measure;
using shrink::Property;

struct PropertyWords {
  Property property;
  std::string_view text;  ///< With {} for the rule's number.
};
constexpr std::array kProperties{
    PropertyWords{Property::any, ""},
    PropertyWords{Property::cols_exceed_rows, "cols > rows"},
    PropertyWords{Property::rows_exceed_cols, "rows > cols"},
    PropertyWords{Property::not_square, "rows and cols differ"},
    PropertyWords{Property::more_tile_cols, "cols needs more tiles of {} than rows"},
    PropertyWords{Property::more_tile_rows, "rows needs more tiles of {} than cols"},
    PropertyWords{Property::other_tile_counts,
                  "rows and cols need different numbers of tiles of {}"},
    PropertyWords{Property::cols_ragged, "cols is no multiple of {}"},
    PropertyWords{Property::rows_ragged, "rows is no multiple of {}"},
    PropertyWords{Property::either_ragged, "rows or cols is no multiple of {}"},
};

struct MeasureWords {
  Measure measure;
  std::string_view text;     ///< With {} for the limit.
  std::string_view besides;  ///< What does not matter, where the limit stands alone.
};
constexpr std::array kMeasures{
    MeasureWords{Measure::none, "", ""},
    MeasureWords{Measure::cols, "cols > {}", "; rows does not matter"},
    MeasureWords{Measure::rows, "rows > {}", "; cols does not matter"},
    MeasureWords{Measure::longer_side, "rows or cols > {}", ""},
    MeasureWords{Measure::shorter_side, "rows and cols are both > {}", ""},
    MeasureWords{Measure::cells, "rows * cols > {}", ""},
};

}  // namespace

std::string rule_text(const shrink::Rule& rule) {
  const auto& property = *std::ranges::find(kProperties, rule.property, &PropertyWords::property);
  const auto& measure = *std::ranges::find(kMeasures, rule.measure, &MeasureWords::measure);
  const bool any = rule.property == Property::any;
  const bool limited = rule.measure != Measure::none;
  if (any && !limited) return "fails on every shape";
  const auto limit = fmt::format(fmt::runtime(measure.text), rule.limit);
  const auto shape = fmt::format(fmt::runtime(property.text), rule.n);
  if (any) return fmt::format("fails whenever {}{}", limit, measure.besides);
  if (!limited) return fmt::format("fails whenever {}", shape);
  return fmt::format("fails whenever {} and {}", shape, limit);
}

}  // namespace warpgrade::grading
