// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/diagnose/causes.hpp"
#include "harness/grading/diagnose/cells.hpp"
#include "harness/grading/diagnose/rules.hpp"
#include "harness/grading/diagnose/values.hpp"

#include <fmt/format.h>

namespace warpgrade::diagnose {
namespace {

constexpr std::int64_t kVector = 4;  // Elements of a float4.

std::string why_nothing(const Evidence& e) {
  if (const auto* const fault = worst_fault(e)) return said_with_line(*fault);
  if (e.launches.empty()) return "solve() returned without storing a cell and launched no kernel";
  if (std::ranges::all_of(e.launches, &Launch::refused)) return "every launch failed";
  return "the launch succeeded but the kernel stored no cell";
}

std::optional<Verdict> past_the_count(const Evidence& e, Axis axis, std::int64_t tile) {
  const auto bound = axis == Axis::rows ? e.input.rows : e.input.cols;
  if (output_length(e, axis) <= bound) return std::nullopt;
  // Columns are cut off too, and what lies past the last one spills into the next row's start.
  const auto spilled = round_up(e.input.rows, tile) - e.input.rows;
  std::uint64_t past = 0;
  bool unloaded = false;
  for (const auto& cell : e.cells) {
    const auto i = along(axis, cell.row, cell.col);
    const bool is_past = i >= bound;
    past += is_past ? 1 : 0;
    if (is_past || (cell.row > 0 && cell.col < spilled)) continue;
    // Threads that failed the test may not have loaded for their partners in the same tile either.
    if (cell.holds != Holds::unset && cell.holds != Holds::other) return std::nullopt;
    if (cell.row < round_down(e.input.rows, tile) && cell.col < round_down(e.input.cols, tile)) {
      return std::nullopt;
    }
    unloaded = true;
  }
  const auto across = e.input.rows * e.input.cols / output_length(e, axis);
  if (past != static_cast<std::uint64_t>((output_length(e, axis) - bound) * across)) {
    return std::nullopt;
  }
  if (2 * e.unwritten < past) return std::nullopt;
  const auto* const side = axis == Axis::rows ? "row" : "column";
  const auto range = range_text(bound, output_length(e, axis) - 1);
  if (unloaded) {
    return Verdict{Pattern::past_row_count,
                   fmt::format("cells one tile did not load: threads with no output cell skipped "
                               "their load too, and output {} {} were never written (one test of "
                               "the output coordinates against the input's shape guards all)",
                               axis_name(axis), range)};
  }
  return Verdict{Pattern::past_row_count,
                 fmt::format("output {0}s from the input's {0} count on ({1}) were never written: "
                             "the store tests the output coordinates against the input's shape",
                             side, range)};
}

}  // namespace

std::optional<Verdict> nothing_written(const Evidence& e, std::int64_t /*tile*/) {
  const auto all = static_cast<std::uint64_t>(e.input.rows * e.input.cols);
  if (e.unwritten != all) return std::nullopt;
  return Verdict{Pattern::nothing_written, fmt::format("nothing was written: {}", why_nothing(e))};
}

std::optional<Verdict> value_dependent(const Evidence& e, std::int64_t /*tile*/) {
  const auto* const kind = common_value(e);
  if (kind == nullptr) return std::nullopt;
  if (e.unwritten == e.wrong) {
    return Verdict{Pattern::value_dependent,
                   fmt::format("every unwritten cell should hold {}: the store treats it as not "
                               "loaded",
                               kind)};
  }
  return Verdict{
      Pattern::value_dependent,
      fmt::format("every wrong cell should hold {}, and every such cell is wrong: values "
                  "must move as they are",
                  kind)};
}

std::optional<Verdict> last_column(const Evidence& e, std::int64_t /*tile*/) {
  const auto last = e.input.rows - 1;
  if (last == 0) return std::nullopt;
  if (!only_unwritten(e, [&](auto, auto c) { return c == last; })) return std::nullopt;
  return Verdict{Pattern::last_column,
                 fmt::format("the last output column ({}) was never written: the row test stops "
                             "one short",
                             last)};
}

std::optional<Verdict> last_row(const Evidence& e, std::int64_t /*tile*/) {
  const auto last_r = e.input.cols - 1;
  const auto last_c = e.input.rows - 1;
  if (only_unwritten(e, [&](auto r, auto) { return r == last_r; })) {
    return Verdict{Pattern::last_row,
                   fmt::format("the last output row ({}) was never written: the column test stops "
                               "one short",
                               last_r)};
  }
  if (!only_unwritten(e, [&](auto r, auto c) { return r == last_r || c == last_c; })) {
    return std::nullopt;
  }
  return Verdict{Pattern::last_row,
                 "the last output row and the last output column were never written: both tests "
                 "stop one short"};
}

std::optional<Verdict> remainder_of_four(const Evidence& e, std::int64_t /*tile*/) {
  for (const auto axis : kAxes) {
    const auto length = output_length(e, axis);
    const auto whole = round_down(length, kVector);
    if (whole == length) continue;
    if (!only_unwritten(e, [&](auto r, auto c) { return along(axis, r, c) >= whole; })) continue;
    return Verdict{Pattern::remainder_of_four,
                   fmt::format("the last output {}, a remainder of four, were never written: {}",
                               axis_name(axis), range_text(whole, length - 1))};
  }
  return std::nullopt;
}

std::optional<Verdict> past_row_count(const Evidence& e, std::int64_t tile) {
  if (e.unwritten == 0) return std::nullopt;
  for (const auto axis : kAxes) {
    if (auto verdict = past_the_count(e, axis, tile)) return verdict;
  }
  return std::nullopt;
}

}  // namespace warpgrade::diagnose
