// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/diagnose/diagnosis.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace warpgrade::diagnose {
namespace {

// In the order of Pattern.
constexpr std::array<std::string_view, kPatterns> kNames{
    "nothing_written",
    "linear_copy",
    "same_place",
    "extents_swapped",
    "tile_not_flipped",
    "tile_not_moved",
    "output_pitch",
    "input_pitch",
    "both_pitches",
    "index_macro",
    "value_dependent",
    "last_column",
    "last_row",
    "tile_rows",
    "remainder_of_four",
    "past_row_count",
    "first_tile_only",
    "diagonal_tiles_only",
    "partial_edge_tiles",
    "leading_tiles_only",
    "whole_tiles",
    "edge_tile_threads",
    "periodic_rows",
    "rounded",
    "clobbered_row_starts",
    "leftovers_past_shorter_side",
    "shifted",
    "tiles_misplaced",
    "leftovers",
    "shuffled_in_tile",
    "constant",
    "past_the_tile",
    "misaligned",
    "barrier",
    "unfinished",
    "replayed",
    "race",
    "none",
};

}  // namespace

std::string_view pattern_name(Pattern pattern) {
  return kNames.at(static_cast<std::size_t>(pattern));
}

Pattern pattern_of_name(std::string_view name) {
  const auto found = std::ranges::find(kNames, name);
  if (found == kNames.end()) return Pattern::none;
  return static_cast<Pattern>(found - kNames.begin());
}

}  // namespace warpgrade::diagnose
