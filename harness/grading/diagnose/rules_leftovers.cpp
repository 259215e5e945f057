// SPDX-License-Identifier: Apache-2.0
#include "harness/core/poison.hpp"
#include "harness/grading/diagnose/cells.hpp"
#include "harness/grading/diagnose/rules.hpp"
#include "harness/grading/diagnose/slots.hpp"
#include "harness/grading/diagnose/tile_edges.hpp"
#include "harness/grading/diagnose/values.hpp"

#include <fmt/format.h>

namespace warpgrade::diagnose {
namespace {

/// The one value that all wrong cells hold, as the kernel filled in; `leftovers` where they differ.
std::string what_is_left(const Evidence& e, const char* leftovers) {
  const auto value = one_value(e);
  return value.empty() ? leftovers : value;
}

bool was_written(const WrongCell& cell) { return !is_unwritten(cell); }

/// True if the cell may hold what its tile slot held before: nothing, or another tile's value.
bool is_leftover(const WrongCell& cell, std::int64_t tile) {
  if (tells_its_source(cell)) return is_same_slot(cell, tile);
  return cell.holds == Holds::unset;
}

bool are_leftovers(const Evidence& e, std::int64_t tile) {
  return std::ranges::all_of(e.cells, [&](const auto& cell) { return is_leftover(cell, tile); });
}

/// True if the cell may hold anything that was in its tile slot: elsewhere than on the emulated
/// device shared memory starts with no poison.
bool may_be_leftover(const WrongCell& cell, std::int64_t tile) {
  if (tells_its_source(cell)) return !is_own_tile(cell, tile);
  return cell.got != kRefusedLoad;
}

std::optional<Verdict> periodic_leftovers(const Evidence& e, std::int64_t tile) {
  const auto fits = [&](const WrongCell& cell) { return may_be_leftover(cell, tile); };
  if (!std::ranges::all_of(e.cells, fits)) return std::nullopt;
  for (const auto axis : kAxes) {
    const auto missing = residues(e, axis, tile, was_written);
    if (missing.empty() || runs(missing) != 1) continue;
    return Verdict{Pattern::leftovers,
                   fmt::format("cells one tile did not load: output {} {} of every tile hold {}",
                               axis_name(axis), residues_text(missing),
                               what_is_left(e, "an earlier block's leftovers"))};
  }
  return std::nullopt;
}

/// The last output columns (or rows) alone: the load stopped before the last input rows (or
/// columns).
std::optional<Verdict> leftovers_at_the_edge(const Evidence& e) {
  for (const auto axis : kAxes) {
    const auto length = output_length(e, axis);
    auto first = length;
    for (const auto& cell : e.cells) first = std::min(first, along(axis, cell.row, cell.col));
    if (first == 0) continue;
    if (!wrong_exactly(e, [&](auto r, auto c) { return along(axis, r, c) >= first; })) continue;
    const auto* const input_side = axis == Axis::rows ? "column" : "row";
    return Verdict{
        Pattern::leftovers,
        fmt::format("output {} {} hold {}: the load's {} test stops {} short", axis_name(axis),
                    range_text(first, length - 1), what_is_left(e, "leftovers"), input_side,
                    first == length - 1 ? "one" : fmt::format("{}", length - first))};
  }
  return std::nullopt;
}

/// Output cell (r, c) reads what the thread stored that owns output cell (r/T*T + c%T, c/T*T +
/// r%T).
bool loader_has_no_output(const Evidence& e, std::int64_t tile, std::int64_t r, std::int64_t c) {
  return round_down(r, tile) + c % tile >= e.input.cols ||
         round_down(c, tile) + r % tile >= e.input.rows;
}

}  // namespace

std::optional<Verdict> clobbered_row_starts(const Evidence& e, std::int64_t tile) {
  const auto width = round_up(e.input.rows, tile) - e.input.rows;
  // In a narrow output every cell is near a row start, which says nothing.
  if (e.unwritten != 0 || width == 0 || width >= e.input.rows) return std::nullopt;
  std::int64_t last = 0;
  for (const auto& cell : e.cells) {
    if (cell.row == 0 || cell.col >= width) return std::nullopt;
    last = std::max(last, cell.col);
  }
  return Verdict{
      Pattern::clobbered_row_starts,
      fmt::format("edge tiles ran off the matrix: the wrong cells are the first cells of "
                  "output rows (column{} {}), overwritten by threads past the last column",
                  last == 0 ? "" : "s", range_text(0, last))};
}

std::optional<Verdict> leftovers_past_shorter_side(const Evidence& e, std::int64_t /*tile*/) {
  if (e.unwritten != 0) return std::nullopt;
  for (const auto axis : kAxes) {
    const auto bound = axis == Axis::rows ? e.input.rows : e.input.cols;
    if (output_length(e, axis) <= bound) continue;
    if (!wrong_exactly(e, [&](auto r, auto c) { return along(axis, r, c) >= bound; })) continue;
    return Verdict{
        Pattern::leftovers_past_shorter_side,
        fmt::format("output {0} past the input's {1} count ({2}) hold {3}: the load "
                    "tested column against rows and row against cols",
                    axis_name(axis), axis == Axis::rows ? "row" : "column",
                    range_text(bound, output_length(e, axis) - 1), what_is_left(e, "leftovers"))};
  }
  return std::nullopt;
}

std::optional<Verdict> leftovers(const Evidence& e, std::int64_t tile) {
  if (e.unwritten != 0) return std::nullopt;
  if (std::ranges::all_of(e.cells, [](const auto& cell) { return cell.got == kRefusedLoad; })) {
    return Verdict{
        Pattern::leftovers,
        "wrong cells hold what reads outside the input gave: the load's guard is missing "
        "or tests the wrong side"};
  }
  if (auto verdict = periodic_leftovers(e, tile)) return verdict;
  const auto fits = [&](const WrongCell& cell) { return may_be_leftover(cell, tile); };
  if (std::ranges::all_of(e.cells, fits)) {
    if (auto verdict = leftovers_at_the_edge(e)) return verdict;
  }
  if (!are_leftovers(e, tile)) return std::nullopt;
  for (const auto edge : tile_edges(e)) {
    const auto unloaded = [&](auto r, auto c) { return loader_has_no_output(e, edge, r, c); };
    if (!wrong_exactly(e, unloaded)) continue;
    return Verdict{Pattern::leftovers,
                   "cells one tile did not load: threads with no output cell skipped their load"};
  }
  return Verdict{Pattern::leftovers,
                 fmt::format("cells one tile did not load: {} cells hold leftovers, shared memory "
                             "that their own block never filled",
                             e.wrong)};
}

std::optional<Verdict> constant(const Evidence& e, std::int64_t /*tile*/) {
  const auto value = one_value(e);
  if (value.empty() || e.wrong < 2) return std::nullopt;
  return Verdict{
      Pattern::constant,
      fmt::format("all {} wrong cells hold {}, whatever they should hold", e.wrong, value)};
}

}  // namespace warpgrade::diagnose
