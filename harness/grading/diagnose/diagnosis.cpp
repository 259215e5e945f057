// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/diagnose/diagnosis.hpp"

#include "harness/grading/diagnose/cells.hpp"
#include "harness/grading/diagnose/rules.hpp"
#include "harness/grading/diagnose/tile_edges.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>

namespace warpgrade::diagnose {
namespace {

/// Whether a rule is tried at every usual tile edge, or does not speak of tiles.
enum class Tiles { none, each };

/// A generic pattern fits many mistakes; that it holds on several cases says little.
enum class Strength { specific, generic };

/// Whether a rule knows what a transpose does to values and indices, or holds for any exercise.
enum class Knows { transposes, any };

struct Row {
  Rule rule;
  Tiles tiles;
  Strength strength = Strength::specific;
  Knows knows = Knows::transposes;
};

/// A verdict and how much it says.
struct Found {
  Verdict verdict;
  Strength strength;
};

// Most specific first. A new pattern is one function, one row here, one enumerator with its name
// and hint, and a test.
constexpr std::array kRules{
    Row{replayed, Tiles::none, Strength::specific, Knows::any},
    Row{past_the_tile, Tiles::none, Strength::specific, Knows::any},
    Row{stopped, Tiles::none, Strength::specific, Knows::any},
    Row{nothing_written, Tiles::none, Strength::specific, Knows::any},
    Row{linear_copy, Tiles::none},
    Row{extents_swapped, Tiles::none},
    Row{same_place, Tiles::none},
    Row{tile_not_flipped, Tiles::each},
    Row{tile_not_moved, Tiles::each},
    Row{output_pitch, Tiles::none},
    Row{input_pitch, Tiles::none},
    Row{both_pitches, Tiles::none},
    Row{index_macro, Tiles::each},
    Row{value_dependent, Tiles::none},
    Row{race, Tiles::none, Strength::specific, Knows::any},
    Row{last_column, Tiles::none},
    Row{tile_rows, Tiles::each},
    Row{last_row, Tiles::none},
    Row{remainder_of_four, Tiles::none},
    Row{past_row_count, Tiles::each},
    Row{first_tile_only, Tiles::each},
    Row{diagonal_tiles_only, Tiles::each},
    Row{partial_edge_tiles, Tiles::each},
    Row{leading_tiles_only, Tiles::each},
    Row{edge_tile_threads, Tiles::each},
    Row{periodic_rows, Tiles::none},
    Row{whole_tiles, Tiles::each, Strength::generic},
    Row{rounded, Tiles::none},
    Row{leftovers_past_shorter_side, Tiles::none},
    Row{clobbered_row_starts, Tiles::each},
    Row{shifted, Tiles::none},
    Row{tiles_misplaced, Tiles::each},
    Row{leftovers, Tiles::each, Strength::generic},
    Row{shuffled_in_tile, Tiles::each, Strength::generic},
    Row{constant, Tiles::none, Strength::generic},
    Row{left_its_buffers, Tiles::none, Strength::generic, Knows::any},
};

Verdict no_pattern(const Evidence& e) {
  const auto [top, bottom] = std::ranges::minmax(e.cells, {}, &WrongCell::row);
  const auto [left, right] = std::ranges::minmax(e.cells, {}, &WrongCell::col);
  return {Pattern::none,
          fmt::format("the wrong cells have no single pattern: {} of {} cells, {} of them never "
                      "written; output rows {}, columns {}",
                      e.wrong, e.input.rows * e.input.cols, e.unwritten,
                      range_text(top.row, bottom.row), range_text(left.col, right.col))};
}

std::optional<Verdict> apply(const Row& row, const Evidence& e) {
  if (row.tiles == Tiles::none) return row.rule(e, e.tile);
  for (const auto tile : tile_edges(e)) {
    if (auto verdict = row.rule(e, tile)) return verdict;
  }
  return std::nullopt;
}

std::vector<Found> all_found(const Evidence& e) {
  assert(e.wrong > 0 && !e.cells.empty() && e.tile > 0);
  std::vector<Found> found;
  for (const auto& row : kRules) {
    if (row.knows == Knows::transposes && !e.transposes) continue;
    if (auto verdict = apply(row, e)) found.push_back({*std::move(verdict), row.strength});
  }
  return found;
}

bool has_pattern(const std::vector<Found>& found, Pattern pattern) {
  return std::ranges::any_of(found, [&](const Found& f) { return f.verdict.pattern == pattern; });
}

}  // namespace

std::vector<std::int64_t> tile_edges(const Evidence& e) {
  std::vector<std::int64_t> edges{e.tile};
  for (const std::int64_t usual : {32, 16, 64, 8}) {
    if (usual != e.tile) edges.push_back(usual);
  }
  return edges;
}

std::vector<Verdict> all_verdicts(const Evidence& evidence) {
  std::vector<Verdict> verdicts;
  for (auto& found : all_found(evidence)) verdicts.push_back(std::move(found.verdict));
  return verdicts;
}

Verdict diagnose(std::span<const Evidence> cases) {
  assert(!cases.empty());
  const auto first = all_found(cases.front());
  if (first.empty()) return no_pattern(cases.front());
  std::vector<std::vector<Found>> others;
  for (const auto& other : cases.subspan(1)) others.push_back(all_found(other));
  for (const auto& [verdict, strength] : first) {
    const auto holds = [pattern = verdict.pattern](const auto& found) {
      return has_pattern(found, pattern);
    };
    if (strength == Strength::specific && std::ranges::all_of(others, holds)) return verdict;
  }
  return first.front().verdict;
}

}  // namespace warpgrade::diagnose
