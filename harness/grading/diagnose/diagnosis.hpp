// SPDX-License-Identifier: Apache-2.0
// Names what the wrong cells of a failing case have in common, and says it in one sentence.
#pragma once

#include "harness/core/extent.hpp"
#include "harness/core/finding.hpp"
#include "harness/core/wrong_cell.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade::diagnose {

/// What wrong cells have in common. pattern_name() has a row for each.
enum class Pattern {
  nothing_written,
  linear_copy,
  same_place,
  extents_swapped,
  tile_not_flipped,
  tile_not_moved,
  output_pitch,
  input_pitch,
  both_pitches,
  index_macro,
  value_dependent,
  last_column,
  last_row,
  tile_rows,
  remainder_of_four,
  past_row_count,
  first_tile_only,
  diagonal_tiles_only,
  partial_edge_tiles,
  leading_tiles_only,
  whole_tiles,
  edge_tile_threads,
  periodic_rows,
  rounded,
  clobbered_row_starts,
  leftovers_past_shorter_side,
  shifted,
  tiles_misplaced,
  leftovers,
  shuffled_in_tile,
  constant,
  past_the_tile,
  misaligned,
  barrier,
  unfinished,
  replayed,
  race,
  none,
};

inline constexpr int kPatterns = static_cast<int>(Pattern::none) + 1;

/// The name that JSON and tests use, e.g. "tile_not_flipped".
std::string_view pattern_name(Pattern pattern);

/// The pattern of that name; Pattern::none for any other.
Pattern pattern_of_name(std::string_view name);

/// One kernel launch as the device recorded it.
struct Launch {
  std::string kernel;
  Dim3 grid;
  Dim3 block;
  std::uint64_t static_shared_bytes = 0;
  std::uint64_t dynamic_shared_bytes = 0;
  bool refused = false;
};

/// Everything that is known of one failing case. Spans are borrowed.
struct Evidence {
  Extent input;                 ///< The output is input.cols x input.rows.
  bool transposes = true;       ///< What is asked for. Otherwise only causes are looked at.
  std::int64_t tile = 32;       ///< Edge of the exercise's tile; the usual ones are tried after it.
  std::uint64_t wrong = 0;      ///< Exact, however many cells were kept.
  std::uint64_t unwritten = 0;  ///< Of those.
  std::span<const WrongCell> cells;         ///< Row-major, the first ones.
  std::span<const std::uint32_t> expected;  ///< The whole output; may be empty.
  std::span<const Finding> findings;
  std::span<const Launch> launches;  ///< In order; empty: no kernel was launched.
  bool differs = false;              ///< A second run of the case left other cells wrong, or none.
  bool replayed = false;             ///< The output is right for the input of an earlier call.
};

struct Verdict {
  Pattern pattern = Pattern::none;
  std::string sentence;  ///< One line, no newline.
};

/// All patterns that explain every wrong cell of `evidence`, most specific first.
std::vector<Verdict> all_verdicts(const Evidence& evidence);

/// The most specific pattern that explains every wrong cell of every case (generic ones aside);
/// where none does, the most specific one of the first case; Pattern::none where there is none. The
/// sentence is that of the first case.
/// @param cases  Not empty, each with at least one wrong cell. The most telling case comes first.
Verdict diagnose(std::span<const Evidence> cases);

}  // namespace warpgrade::diagnose
