// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/diagnose/cells.hpp"
#include "harness/grading/diagnose/rules.hpp"
#include "harness/grading/diagnose/slots.hpp"
#include "harness/grading/diagnose/values.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdlib>

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
  const auto rows = part(shift.rows, "row", "above", "below");
  const auto cols = part(shift.cols, "column", "left of", "right of");
  if (shift.cols == 0) return rows;
  if (shift.rows == 0) return cols;
  return rows + " and " + cols;
}

/// How a tile was shuffled, as far as the cells tell.
const char* shuffle_text(const Evidence& e, std::int64_t tile) {
  bool swizzled = true;
  bool along_row = true;
  bool along_col = true;
  for (const auto& cell : e.cells) {
    if (cell.holds != Holds::input || !is_own_tile(cell, tile)) continue;
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
  std::optional<Shift> shift;
  std::size_t matched = 0;
  for (const auto& cell : e.cells) {
    if (cell.holds != Holds::input) continue;  // Its source lies outside the tile or the input.
    if (!shift) shift = shift_of(cell);
    if (shift_of(cell) != *shift) return std::nullopt;
    ++matched;
  }
  if (!shift || matched < 2 || 2 * matched < e.cells.size()) return std::nullopt;
  const bool shared =
      shift->cols == 0 &&
      std::ranges::find(kRowsThatShareASlot, std::abs(shift->rows)) != kRowsThatShareASlot.end();
  return Verdict{Pattern::shifted,
                 fmt::format("every wrong cell holds the value of the input cell {} its own{}",
                             shift_text(*shift), shared ? ": two tile rows share one slot" : "")};
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
