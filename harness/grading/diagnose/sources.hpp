// SPDX-License-Identifier: Apache-2.0
// Whether the wrong values come from where a mistake would take them.
#pragma once

#include "harness/grading/diagnose/cells.hpp"

namespace warpgrade::diagnose {

/// Of a source function: no input cell ends there, so the cell may hold anything.
inline constexpr std::int64_t kNowhere = -1;

/// Linear input index of the value that the cell holds; kNowhere if it holds none.
inline std::int64_t held_source(const Evidence& e, const WrongCell& cell) {
  if (cell.holds != Holds::input) return kNowhere;
  return cell.from_row * e.input.cols + cell.from_col;
}

// Fewer wrong cells with a source than this share prove nothing.
inline constexpr std::uint64_t kLeastShare = 20;  // One in so many.

/// True if the mistake that gives output cell (r, c) the value of input cell `source(r, c)`
/// explains all: every wrong cell holds that value or has no source, every cell that the mistake
/// would spoil is wrong, and cells without a source either hold no input value or are the fewer.
template <class Source>
bool comes_from(const Evidence& e, Source source) {
  std::uint64_t matched = 0;
  bool others_hold_input = false;
  for (const auto& cell : e.cells) {
    const auto from = source(cell.row, cell.col);
    if (from == kNowhere) {
      others_hold_input = others_hold_input || cell.holds == Holds::input;
      continue;
    }
    if (held_source(e, cell) != from) return false;
    ++matched;
  }
  const auto share = others_hold_input ? 2 : kLeastShare;
  if (matched == 0 || share * matched < e.cells.size()) return false;
  // Kept cells are the first ones, row-major: what lies behind the last of them was not looked at.
  const auto& last = e.cells.back();
  const bool all_kept = e.cells.size() == e.wrong;
  return matched == count_cells(e, [&](std::int64_t r, std::int64_t c) {
           const bool kept = all_kept || r < last.row || (r == last.row && c <= last.col);
           const auto from = source(r, c);
           return kept && from != kNowhere && from != c * e.input.cols + r;
         });
}

}  // namespace warpgrade::diagnose
