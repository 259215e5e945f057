// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/diagnose/cells.hpp"
#include "harness/grading/diagnose/rules.hpp"
#include "harness/grading/diagnose/slots.hpp"
#include "harness/grading/diagnose/values.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <map>
#include <utility>

namespace warpgrade::diagnose {
namespace {

// "Nearly all" of a shuffled tile: at the matrix's edge a slot's partner may not exist.
constexpr double kNearlyAll = 0.9;

constexpr std::array<std::int64_t, 3> kRowsThatShareASlot{8, 16, 32};

struct Shift {
  std::int64_t rows = 0;
  std::int64_t cols = 0;

  friend bool operator==(const Shift&, const Shift&) = default;
};

Shift shift_of(const WrongCell& cell) {
  return {cell.from_row - cell.col, cell.from_col - cell.row};
}

/// "8 rows below", "1 column left of", "1 row above and 2 columns right of" its own.
std::string shift_text(const Shift& shift) {
  const auto part = [](std::int64_t by, const char* unit, const char* back, const char* ahead) {
    return fmt::format("{} {}{} {}", std::abs(by), unit, std::abs(by) == 1 ? "" : "s",
                       by < 0 ? back : ahead);
  };
  auto rows = part(shift.rows, "row", "above", "below");
  auto cols = part(shift.cols, "column", "left of", "right of");
  if (shift.cols == 0) return rows;
  if (shift.rows == 0) return cols;
  return rows + " and " + cols;
}

/// How far in the input's memory the value lies behind the cell's own.
std::int64_t distance_of(const Evidence& e, const WrongCell& cell) {
  return (cell.from_row - cell.col) * e.input.cols + cell.from_col - cell.row;
}

std::string distance_text(std::int64_t distance) {
  return fmt::format("{} element{} {}", std::abs(distance), std::abs(distance) == 1 ? "" : "s",
                     distance < 0 ? "before" : "behind");
}

bool shares_a_slot(const Shift& shift) {
  return shift.cols == 0 &&
         std::ranges::find(kRowsThatShareASlot, std::abs(shift.rows)) != kRowsThatShareASlot.end();
}

/// The input tile that an output tile holds, and how many cells of it.
struct Misplaced {
  std::pair<std::int64_t, std::int64_t> from;
  std::int64_t cells = 0;
};

/// How a tile was shuffled, as far as the cells tell.
const char* shuffle_text(const Evidence& e, std::int64_t tile) {
  bool swizzled = true;
  bool along_row = true;
  bool along_col = true;
  for (const auto& cell : e.cells) {
    if (!tells_its_source(cell) || !is_own_tile(cell, tile)) continue;
    along_row = along_row && cell.from_row == cell.col;
    along_col = along_col && cell.from_col == cell.row;
    const auto mixed = (cell.row % tile) ^ (cell.col % tile);
    swizzled = swizzled && (cell.from_col % tile == mixed || cell.from_row % tile == mixed);
  }
  if (swizzled && (along_row || along_col)) {
    return "the tile was written with a swizzled column and read without it, or the other way "
           "round";
  }
  if (along_row) return "values stay in their tile row but are permuted along it";
  if (along_col) return "values stay in their tile column but are permuted along it";
  return "the tile is written and read with different indices";
}

}  // namespace

std::optional<Verdict> rounded(const Evidence& e, std::int64_t /*tile*/) {
  if (e.unwritten != 0) return std::nullopt;
  const auto* const type = rounded_to(e);
  if (type == nullptr) return std::nullopt;
  return Verdict{
      Pattern::rounded,
      fmt::format("every wrong cell holds its own value rounded to {}: the tile's type is "
                  "narrower than float",
                  type)};
}

std::optional<Verdict> shifted(const Evidence& e, std::int64_t /*tile*/) {
  if (e.unwritten != 0) return std::nullopt;
  const auto first = std::ranges::find_if(e.cells, tells_its_source);
  if (first == e.cells.end()) return std::nullopt;
  const auto shift = shift_of(*first);
  const auto distance = distance_of(e, *first);
  bool by_coordinates = true;
  bool by_distance = true;
  std::size_t matched = 0;
  for (const auto& cell : e.cells) {
    if (!tells_its_source(cell)) continue;  // Its source lies outside the tile or the input.
    by_coordinates = by_coordinates && shift_of(cell) == shift;
    by_distance = by_distance && distance_of(e, cell) == distance;
    ++matched;
  }
  if (!(by_coordinates || by_distance) || matched < 2 || 2 * matched < e.cells.size()) {
    return std::nullopt;
  }
  const auto text = by_coordinates ? shift_text(shift) : distance_text(distance);
  return Verdict{
      Pattern::shifted,
      fmt::format("every wrong cell holds the value of the input cell {} its own{}", text,
                  by_coordinates && shares_a_slot(shift) ? ": two tile rows share one slot" : "")};
}

std::optional<Verdict> tiles_misplaced(const Evidence& e, std::int64_t tile) {
  if (e.unwritten != 0) return std::nullopt;
  using Tile = std::pair<std::int64_t, std::int64_t>;
  std::map<Tile, Misplaced> tiles;
  for (const auto& cell : e.cells) {
    if (!tells_its_source(cell)) continue;  // Its source lies outside the input.
    if (!is_same_slot(cell, tile) || is_own_tile(cell, tile)) return std::nullopt;
    const Tile from{cell.from_row / tile, cell.from_col / tile};
    auto& misplaced = tiles[{cell.row / tile, cell.col / tile}];
    if (misplaced.cells++ == 0) misplaced.from = from;
    if (misplaced.from != from) return std::nullopt;
  }
  std::int64_t moved = 0;
  for (const auto& [at, misplaced] : tiles) moved += misplaced.cells;
  // A few cells of a tile are leftovers; all of them are another tile.
  const auto whole = static_cast<std::int64_t>(count_cells(e, [&](auto r, auto c) {
    const auto found = tiles.find({r / tile, c / tile});
    if (found == tiles.end()) return false;
    const auto& [row, col] = found->second.from;
    return row * tile + c % tile < e.input.rows && col * tile + r % tile < e.input.cols;
  }));
  constexpr std::int64_t values_that_tell_nothing = 3;
  if (moved == 0 || moved + values_that_tell_nothing < whole) return std::nullopt;
  return Verdict{Pattern::tiles_misplaced,
                 fmt::format("{} tile{} transposed inside but taken from another place: the block "
                             "indices of the load and of the store do not belong together",
                             tiles.size(), tiles.size() == 1 ? " is" : "s are")};
}

std::optional<Verdict> shuffled_in_tile(const Evidence& e, std::int64_t tile) {
  if (e.unwritten != 0) return std::nullopt;
  const auto inside = std::ranges::count_if(e.cells, [&](const WrongCell& cell) {
    return cell.holds == Holds::input && is_own_tile(cell, tile);
  });
  if (static_cast<double>(inside) < kNearlyAll * static_cast<double>(e.cells.size())) {
    return std::nullopt;
  }
  return Verdict{Pattern::shuffled_in_tile,
                 fmt::format("values are shuffled inside each tile: {}", shuffle_text(e, tile))};
}

}  // namespace warpgrade::diagnose
