// SPDX-License-Identifier: Apache-2.0
// Questions that rules ask about the wrong cells of a case.
#pragma once

#include "harness/grading/diagnose/diagnosis.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace warpgrade::diagnose {

/// Rows or columns of the output.
enum class Axis { rows, cols };

inline constexpr std::array kAxes{Axis::rows, Axis::cols};

/// "rows" or "columns".
inline const char* axis_name(Axis axis) { return axis == Axis::rows ? "rows" : "columns"; }

/// Index of (r, c) along `axis`.
constexpr std::int64_t along(Axis axis, std::int64_t r, std::int64_t c) {
  return axis == Axis::rows ? r : c;
}

/// How long the output is along `axis`.
constexpr std::int64_t output_length(const Evidence& e, Axis axis) {
  return axis == Axis::rows ? e.input.cols : e.input.rows;
}

constexpr std::int64_t round_down(std::int64_t x, std::int64_t to) { return x / to * to; }
constexpr std::int64_t round_up(std::int64_t x, std::int64_t to) { return (x + to - 1) / to * to; }
constexpr std::int64_t tiles_along(std::int64_t length, std::int64_t tile) {
  return (length + tile - 1) / tile;
}

inline bool is_unwritten(const WrongCell& cell) { return cell.holds == Holds::unwritten; }

/// Cells (r, c) of the output for which `p` holds.
template <class P>
std::uint64_t count_cells(const Evidence& e, P p) {
  std::uint64_t count = 0;
  for (std::int64_t r = 0; r < e.input.cols; ++r) {
    for (std::int64_t c = 0; c < e.input.rows; ++c) count += p(r, c) ? 1 : 0;
  }
  return count;
}

/// True if the wrong cells are exactly those with `p`.
template <class P>
bool wrong_exactly(const Evidence& e, P p) {
  return std::ranges::all_of(e.cells, [&](const auto& w) { return p(w.row, w.col); }) &&
         count_cells(e, p) == e.wrong;
}

/// True if the unwritten cells are exactly those with `p`; other cells may be wrong too.
template <class P>
bool unwritten_exactly(const Evidence& e, P p) {
  const auto fits = [&](const auto& w) { return !is_unwritten(w) || p(w.row, w.col); };
  return e.unwritten > 0 && std::ranges::all_of(e.cells, fits) && count_cells(e, p) == e.unwritten;
}

/// True if the wrong cells are exactly those with `p`, and none of them was written.
template <class P>
bool only_unwritten(const Evidence& e, P p) {
  return e.unwritten == e.wrong && unwritten_exactly(e, p);
}

/// "7" or "7..9" for an index range, both ends included.
std::string range_text(std::int64_t first, std::int64_t last);

/// Residues modulo `period` along `axis`, of the cells chosen by `is_chosen`, if these are exactly
/// all output cells with such a residue. Ascending; empty if they are not, or if every residue is.
std::vector<std::int64_t> residues(const Evidence& e, Axis axis, std::int64_t period,
                                   bool (*is_chosen)(const WrongCell&));

/// "8 to 31" for a run of residues, "8 to 15, 24 to 31" for two, "1, 3, 5, 7, ..." for single ones.
std::string residues_text(const std::vector<std::int64_t>& residues);

/// How many runs of neighbouring residues there are.
std::size_t runs(const std::vector<std::int64_t>& residues);

/// The launch, if there was one that was not refused and all such have its grid; else nothing.
const Launch* the_launch(const Evidence& e);

}  // namespace warpgrade::diagnose
