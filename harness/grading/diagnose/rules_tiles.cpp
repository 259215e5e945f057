// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/diagnose/cells.hpp"
#include "harness/grading/diagnose/rules.hpp"

#include <fmt/format.h>

#include <set>
#include <utility>

namespace warpgrade::diagnose {
namespace {

using Tile = std::pair<std::int64_t, std::int64_t>;

/// Blocks a grid needs along x (over input columns) and along y, a tile a block.
std::int64_t needed_x(const Evidence& e, std::int64_t tile) {
  return tiles_along(e.input.cols, tile);
}
std::int64_t needed_y(const Evidence& e, std::int64_t tile) {
  return tiles_along(e.input.rows, tile);
}

bool covers(const Launch& launch, const Evidence& e, std::int64_t tile) {
  return launch.grid.x >= needed_x(e, tile) && launch.grid.y >= needed_y(e, tile);
}

std::string grid_text(const Launch& launch, const Evidence& e, std::int64_t tile) {
  return fmt::format("the grid is {} x {} blocks where {} x {} are needed", launch.grid.x,
                     launch.grid.y, needed_x(e, tile), needed_y(e, tile));
}

/// Why the tiles from output index `first` on got nothing, as far as the launch tells.
std::string why_missing(const Evidence& e, Axis axis, std::int64_t tile, std::int64_t first) {
  const bool past_square = axis == Axis::rows ? first == round_up(e.input.rows, tile)
                                              : first == round_up(e.input.cols, tile);
  const auto* const launch = the_launch(e);
  if (launch == nullptr) {
    return past_square ? "the last tiles along the longer side were never visited (grid dims "
                         "swapped)"
                       : "the grid is too small on that side";
  }
  const bool swapped = launch->grid.x == needed_y(e, tile) && launch->grid.y == needed_x(e, tile);
  if (swapped && launch->grid.x != launch->grid.y) {
    return "the last tiles along the longer side were never visited (grid dims swapped: " +
           grid_text(*launch, e, tile) + ")";
  }
  if (covers(*launch, e, tile)) {
    return past_square ? "their blocks ran but stored nothing: these tiles have no mirror image in "
                         "the tile grid"
                       : "their blocks ran but stored nothing";
  }
  const auto* const which = axis == Axis::rows ? "the last tile column" : "the last tile row";
  return fmt::format("{} of the input got no block ({})", which, grid_text(*launch, e, tile));
}

std::string tile_text(const Evidence& e, std::int64_t tile, const Tile& at) {
  const auto last = [&](std::int64_t index, std::int64_t length) {
    return std::min((index + 1) * tile, length) - 1;
  };
  return fmt::format("output rows {}, columns {}",
                     range_text(at.first * tile, last(at.first, e.input.cols)),
                     range_text(at.second * tile, last(at.second, e.input.rows)));
}

std::int64_t area(const Evidence& e, std::int64_t tile, const Tile& at) {
  return std::min(tile, e.input.cols - at.first * tile) *
         std::min(tile, e.input.rows - at.second * tile);
}

std::optional<Verdict> tiles_from(const Evidence& e, Axis axis, std::int64_t tile) {
  auto first = output_length(e, axis);
  for (const auto& cell : e.cells) first = std::min(first, along(axis, cell.row, cell.col));
  if (first == 0 || first % tile != 0) return std::nullopt;
  if (!only_unwritten(e, [&](auto r, auto c) { return along(axis, r, c) >= first; })) {
    return std::nullopt;
  }
  return Verdict{Pattern::tile_rows,
                 fmt::format("cells whole tiles did not write: output {} {}, {}", axis_name(axis),
                             range_text(first, output_length(e, axis) - 1),
                             why_missing(e, axis, tile, first))};
}

}  // namespace

std::optional<Verdict> tile_rows(const Evidence& e, std::int64_t tile) {
  if (e.unwritten != e.wrong) return std::nullopt;
  for (const auto axis : kAxes) {
    if (auto verdict = tiles_from(e, axis, tile)) return verdict;
  }
  return std::nullopt;
}

std::optional<Verdict> first_tile_only(const Evidence& e, std::int64_t tile) {
  if (!only_unwritten(e, [&](auto r, auto c) { return r >= tile || c >= tile; })) {
    return std::nullopt;
  }
  const auto* const launch = the_launch(e);
  const bool one_block = launch != nullptr && volume(launch->grid) == 1;
  return Verdict{
      Pattern::first_tile_only,
      fmt::format("cells whole tiles did not write: only the first tile was written ({})",
                  one_block ? "the grid has one block" : "blockIdx is never used")};
}

std::optional<Verdict> diagonal_tiles_only(const Evidence& e, std::int64_t tile) {
  if (!only_unwritten(e, [&](auto r, auto c) { return r / tile != c / tile; })) {
    return std::nullopt;
  }
  return Verdict{
      Pattern::diagonal_tiles_only,
      "cells whole tiles did not write: only tiles on the diagonal of the tile grid were "
      "written (one block index serves for both sides)"};
}

std::optional<Verdict> partial_edge_tiles(const Evidence& e, std::int64_t tile) {
  const auto rows = round_down(e.input.cols, tile);
  const auto cols = round_down(e.input.rows, tile);
  if (!only_unwritten(e, [&](auto r, auto c) { return r >= rows || c >= cols; })) {
    return std::nullopt;
  }
  const auto* const launch = the_launch(e);
  if (launch != nullptr && covers(*launch, e, tile)) {
    return Verdict{Pattern::partial_edge_tiles,
                   "cells whole tiles did not write: every partial tile on the edge was skipped"};
  }
  const auto why = launch == nullptr
                       ? "every partial tile on the edge was skipped, or the grid "
                         "rounds down"
                       : "the partial tiles on the last rows and columns got no block "
                         "(grid rounds down: " +
                             grid_text(*launch, e, tile) + ")";
  return Verdict{Pattern::partial_edge_tiles, "cells whole tiles did not write: " + why};
}

std::optional<Verdict> leading_tiles_only(const Evidence& e, std::int64_t tile) {
  if (e.unwritten != e.wrong) return std::nullopt;
  // The first unwritten cell of row 0, and of column 0, bound what was written.
  auto rows = e.input.cols;
  auto cols = e.input.rows;
  for (const auto& cell : e.cells) {
    if (cell.row == 0) cols = std::min(cols, cell.col);
    if (cell.col == 0) rows = std::min(rows, cell.row);
  }
  if (rows == 0 || rows % tile != 0 || cols % tile != 0) return std::nullopt;
  if (!only_unwritten(e, [&](auto r, auto c) { return r >= rows || c >= cols; })) {
    return std::nullopt;
  }
  const auto* const launch = the_launch(e);
  return Verdict{
      Pattern::leading_tiles_only,
      fmt::format(
          "cells whole tiles did not write: only output rows {}, columns {} were "
          "written{}",
          range_text(0, rows - 1), range_text(0, cols - 1),
          launch == nullptr || covers(*launch, e, tile) ? "" : "; " + grid_text(*launch, e, tile))};
}

std::optional<Verdict> whole_tiles(const Evidence& e, std::int64_t tile) {
  if (e.unwritten != e.wrong) return std::nullopt;
  std::set<Tile> tiles;
  for (const auto& cell : e.cells) tiles.emplace(cell.row / tile, cell.col / tile);
  std::int64_t cells = 0;
  bool below = true;
  bool above = true;
  for (const auto& at : tiles) {
    cells += area(e, tile, at);
    below = below && at.first > at.second;
    above = above && at.first < at.second;
  }
  if (cells != static_cast<std::int64_t>(e.wrong)) return std::nullopt;
  const auto* const where = below   ? "all below the diagonal of the tile grid"
                            : above ? "all above the diagonal of the tile grid"
                                    : "";
  const auto first = tile_text(e, tile, *tiles.begin());
  if (tiles.size() == 1) {
    return Verdict{Pattern::whole_tiles, "cells one tile did not write: " + first};
  }
  return Verdict{Pattern::whole_tiles,
                 fmt::format("cells {} whole tiles did not write: {}{}the first is {}",
                             tiles.size(), where, *where == '\0' ? "" : "; ", first)};
}

}  // namespace warpgrade::diagnose
