// SPDX-License-Identifier: Apache-2.0
// #define AT(row, col, ld) row * ld + col, called with row + j: the row's first part is added as a
// column.
#include "harness/grading/diagnose/rules.hpp"
#include "harness/grading/diagnose/sources.hpp"

#include <array>
#include <vector>

namespace warpgrade::diagnose {
namespace {

constexpr std::array<std::int64_t, 3> kRowsOfThreads{8, 16, 4};
constexpr std::uint64_t kFewestMatched = 3;

/// What one mistaken index expression makes of an access to (row, col).
struct Expansion {
  std::int64_t tile;
  std::int64_t
      step;  ///< The part of the row that is still multiplied is a multiple of it; 1: all of it.
  bool in_load;
  bool in_store;
};

std::int64_t right_index(std::int64_t row, std::int64_t col, std::int64_t pitch) {
  return row * pitch + col;
}

/// (first + second) * pitch + col without the parentheses: first + second * pitch + col.
std::int64_t wrong_index(const Expansion& x, std::int64_t row, std::int64_t col,
                         std::int64_t pitch) {
  const auto second = row % x.tile / x.step * x.step;
  return row - second + second * pitch + col;
}

/// Distances by which the mistake may move an access, for each second part of the row.
std::vector<std::int64_t> moves(const Expansion& x, std::int64_t pitch) {
  std::vector<std::int64_t> all;
  for (std::int64_t second = 0; second < x.tile; second += x.step) {
    all.push_back(second * (pitch - 1));
  }
  return all;
}

/// A quick look at one cell, before every thread is run: the threads that can have stored it and
/// have its value. With both sides mistaken only row + col of the thread is known, on either side.
bool may_hold(const Evidence& e, const Expansion& x, std::int64_t to, std::int64_t from) {
  const auto [rows, cols] = e.input;
  if (!x.in_load) return wrong_index(x, from % cols, from / cols, rows) == to;
  if (!x.in_store) return wrong_index(x, to % rows, to / rows, cols) == from;
  const auto loads = moves(x, cols);
  for (const auto stored : moves(x, rows)) {
    const auto sum = to - stored;
    if (sum >= 0 && std::ranges::find(loads, from - sum) != loads.end()) return true;
  }
  return false;
}

bool may_explain(const Evidence& e, const Expansion& x) {
  return std::ranges::all_of(e.cells, [&](const WrongCell& cell) {
    if (cell.holds != Holds::input) return cell.holds != Holds::unset;
    return may_hold(e, x, cell.row * e.input.rows + cell.col, held_source(e, cell));
  });
}

/// What becomes of every output cell: whether anybody wrote it, and whether its value is explained.
class Forward {
 public:
  Forward(const Evidence& e, const Expansion& x)
      : e_{e}, x_{x}, cells_(e.input.rows * e.input.cols) {
    written_.resize(static_cast<std::size_t>(cells_));
    explained_.resize(written_.size());
    for (const auto& cell : e.cells) held_by_.emplace_back(position(cell), held_source(e, cell));
  }

  /// Runs every thread's store; true if all wrong cells are explained and all gaps are wrong.
  bool explains() {
    for (std::int64_t r = 0; r < e_.input.cols; ++r) {
      for (std::int64_t c = 0; c < e_.input.rows; ++c) store(r, c);
    }
    std::uint64_t matched = 0;
    for (const auto& cell : e_.cells) {
      const auto at = static_cast<std::size_t>(position(cell));
      if (is_unwritten(cell) == (written_[at] != 0)) return false;
      if (is_unwritten(cell)) continue;
      if (explained_[at] == 0) return false;
      ++matched;
    }
    const auto gaps = std::ranges::count(written_, char{0});
    return matched >= kFewestMatched && static_cast<std::uint64_t>(gaps) == e_.unwritten;
  }

 private:
  [[nodiscard]] std::int64_t position(const WrongCell& cell) const {
    return cell.row * e_.input.rows + cell.col;
  }

  void store(std::int64_t r, std::int64_t c) {
    const auto [rows, cols] = e_.input;
    const auto to = x_.in_store ? wrong_index(x_, r, c, rows) : right_index(r, c, rows);
    if (to >= cells_) return;
    const auto from = x_.in_load ? wrong_index(x_, c, r, cols) : right_index(c, r, cols);
    written_[static_cast<std::size_t>(to)] = 1;
    const auto held =
        std::ranges::lower_bound(held_by_, to, {}, &std::pair<std::int64_t, std::int64_t>::first);
    if (held == held_by_.end() || held->first != to) return;
    const bool past_the_end = from >= cells_ && held->second == kNowhere;
    if (past_the_end || held->second == from) explained_[static_cast<std::size_t>(to)] = 1;
  }

  const Evidence& e_;
  const Expansion& x_;
  std::int64_t cells_;
  std::vector<char> written_;
  std::vector<char> explained_;
  std::vector<std::pair<std::int64_t, std::int64_t>> held_by_;  ///< Position, source; ascending.
};

bool explained_by(const Evidence& e, const Expansion& x) {
  return may_explain(e, x) && Forward{e, x}.explains();
}

}  // namespace

std::optional<Verdict> index_macro(const Evidence& e, std::int64_t tile) {
  // It spoils nearly all of the matrix.
  const auto all = static_cast<std::uint64_t>(e.input.rows * e.input.cols);
  if (e.cells.size() != e.wrong || 2 * e.wrong < all) return std::nullopt;
  if (e.unwritten == e.wrong) return std::nullopt;
  std::vector<std::int64_t> steps{kRowsOfThreads.begin(), kRowsOfThreads.end()};
  steps.push_back(1);
  for (const auto step : steps) {
    for (const auto& [load, store] : {std::pair{true, true}, {true, false}, {false, true}}) {
      if (!explained_by(e, {tile, step, load, store})) continue;
      return Verdict{Pattern::index_macro,
                     "cells land off by (ld - 1) per tile row: the index macro is missing "
                     "parentheses around its row argument"};
    }
  }
  return std::nullopt;
}

}  // namespace warpgrade::diagnose
