// SPDX-License-Identifier: Apache-2.0
// The rules of diagnosis. Each returns a verdict only if its pattern explains every wrong cell.
// (r, c) are output coordinates: the right value of (r, c) is that of input cell (c, r).
#pragma once

#include "harness/grading/diagnose/diagnosis.hpp"

#include <optional>

namespace warpgrade::diagnose {

/// Explains `evidence` for square tiles of edge `tile`, or does not.
using Rule = std::optional<Verdict> (*)(const Evidence& evidence, std::int64_t tile);

// causes.cpp: what a device saw comes before what cells look like.
std::optional<Verdict> replayed(const Evidence& e, std::int64_t tile);
std::optional<Verdict> past_the_tile(const Evidence& e, std::int64_t tile);
std::optional<Verdict> stopped(const Evidence& e, std::int64_t tile);
std::optional<Verdict> race(const Evidence& e, std::int64_t tile);
std::optional<Verdict> left_its_buffers(const Evidence& e, std::int64_t tile);

// rules_copy.cpp: every value comes from one wrong place.
std::optional<Verdict> linear_copy(const Evidence& e, std::int64_t tile);
std::optional<Verdict> same_place(const Evidence& e, std::int64_t tile);
std::optional<Verdict> extents_swapped(const Evidence& e, std::int64_t tile);
std::optional<Verdict> tile_not_flipped(const Evidence& e, std::int64_t tile);
std::optional<Verdict> tile_not_moved(const Evidence& e, std::int64_t tile);

// rules_pitch.cpp: rows are laid out or read too near or too far apart.
std::optional<Verdict> output_pitch(const Evidence& e, std::int64_t tile);
std::optional<Verdict> input_pitch(const Evidence& e, std::int64_t tile);
std::optional<Verdict> both_pitches(const Evidence& e, std::int64_t tile);

// rules_macro.cpp: part of the row is not multiplied.
std::optional<Verdict> index_macro(const Evidence& e, std::int64_t tile);

// rules_unwritten.cpp: cells that nobody wrote, apart from tiles.
std::optional<Verdict> nothing_written(const Evidence& e, std::int64_t tile);
std::optional<Verdict> value_dependent(const Evidence& e, std::int64_t tile);
std::optional<Verdict> last_column(const Evidence& e, std::int64_t tile);
std::optional<Verdict> last_row(const Evidence& e, std::int64_t tile);
std::optional<Verdict> remainder_of_four(const Evidence& e, std::int64_t tile);
std::optional<Verdict> past_row_count(const Evidence& e, std::int64_t tile);

// rules_tiles.cpp: whole tiles that nobody wrote.
std::optional<Verdict> tile_rows(const Evidence& e, std::int64_t tile);
std::optional<Verdict> first_tile_only(const Evidence& e, std::int64_t tile);
std::optional<Verdict> diagonal_tiles_only(const Evidence& e, std::int64_t tile);
std::optional<Verdict> partial_edge_tiles(const Evidence& e, std::int64_t tile);
std::optional<Verdict> leading_tiles_only(const Evidence& e, std::int64_t tile);
std::optional<Verdict> whole_tiles(const Evidence& e, std::int64_t tile);

// rules_parts.cpp: parts of tiles that nobody wrote.
std::optional<Verdict> edge_tile_threads(const Evidence& e, std::int64_t tile);
std::optional<Verdict> periodic_rows(const Evidence& e, std::int64_t tile);

// rules_leftovers.cpp: cells of a tile that nobody filled, or that were overwritten.
std::optional<Verdict> clobbered_row_starts(const Evidence& e, std::int64_t tile);
std::optional<Verdict> leftovers_past_shorter_side(const Evidence& e, std::int64_t tile);
std::optional<Verdict> leftovers(const Evidence& e, std::int64_t tile);
std::optional<Verdict> constant(const Evidence& e, std::int64_t tile);

// rules_values.cpp: values that are near the right ones, in place or in size.
std::optional<Verdict> rounded(const Evidence& e, std::int64_t tile);
std::optional<Verdict> shifted(const Evidence& e, std::int64_t tile);
std::optional<Verdict> tiles_misplaced(const Evidence& e, std::int64_t tile);
std::optional<Verdict> shuffled_in_tile(const Evidence& e, std::int64_t tile);

}  // namespace warpgrade::diagnose
