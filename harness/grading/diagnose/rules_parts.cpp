// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/diagnose/cells.hpp"
#include "harness/grading/diagnose/rules.hpp"
#include "harness/grading/diagnose/tile_edges.hpp"

#include <fmt/format.h>

namespace warpgrade::diagnose {
namespace {

struct Period {
  Axis axis = Axis::rows;
  std::int64_t tile = 0;
  std::vector<std::int64_t> missing;  ///< Residues; empty: none found.
};

/// True if all cells that were written hold what stood in tile rows `missing`, which were not
/// filled.
bool others_were_not_loaded(const Evidence& e, const Period& period) {
  const auto is_missing = [&](std::int64_t index) {
    return std::ranges::binary_search(period.missing, index % period.tile);
  };
  return std::ranges::all_of(e.cells, [&](const WrongCell& cell) {
    if (is_unwritten(cell)) return true;
    return is_missing(period.axis == Axis::rows ? cell.col : cell.row);
  });
}

/// The first period that leaves out one run of rows or columns of a tile, else the first one.
Period best_period(const Evidence& e) {
  Period best;
  for (const auto tile : tile_edges(e)) {
    for (const auto axis : kAxes) {
      Period period{axis, tile, residues(e, axis, tile, is_unwritten)};
      if (period.missing.empty() || !others_were_not_loaded(e, period)) continue;
      if (runs(period.missing) == 1) return period;
      if (best.missing.empty()) best = period;
    }
  }
  return best;
}

/// Why only some rows of a tile were written, from the launch's block.
std::string why_partial(const Evidence& e, const Period& period) {
  const auto* const launch = the_launch(e);
  if (launch == nullptr || runs(period.missing) != 1) return "";
  const auto threads = period.axis == Axis::rows ? launch->block.y : launch->block.x;
  if (threads != static_cast<std::uint64_t>(period.missing.front())) return "";
  return fmt::format(
      ": the block has {0} {1} of threads and no loop over the tile, or one that skips or repeats "
      "{1}",
      threads, axis_name(period.axis));
}

}  // namespace

std::optional<Verdict> edge_tile_threads(const Evidence& e, std::int64_t tile) {
  // (r, c) is stored by the thread that loads input cell (c/T*T + r%T, r/T*T + c%T).
  const auto no_input = [&](std::int64_t r, std::int64_t c) {
    return round_down(c, tile) + r % tile >= e.input.rows ||
           round_down(r, tile) + c % tile >= e.input.cols;
  };
  if (!only_unwritten(e, no_input)) return std::nullopt;
  return Verdict{Pattern::edge_tile_threads,
                 "cells one tile did not write: threads outside the input returned before the "
                 "barrier and never stored their output cell"};
}

std::optional<Verdict> periodic_rows(const Evidence& e, std::int64_t /*tile*/) {
  if (e.unwritten == 0) return std::nullopt;
  const auto period = best_period(e);
  if (period.missing.empty()) return std::nullopt;
  return Verdict{Pattern::periodic_rows,
                 fmt::format("{} {} of every {} were never written{}", axis_name(period.axis),
                             residues_text(period.missing),
                             period.tile == e.tile ? "tile" : fmt::format("{}", period.tile),
                             why_partial(e, period))};
}

}  // namespace warpgrade::diagnose
