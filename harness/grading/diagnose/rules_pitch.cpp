// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/diagnose/rules.hpp"
#include "harness/grading/diagnose/sources.hpp"

#include <fmt/format.h>

namespace warpgrade::diagnose {
namespace {

// Any single cell fits some pitch; this many do not by chance.
constexpr std::uint64_t kFewestForAnyPitch = 3;

/// The quotient of an exact division by a positive number with a positive result; 0 otherwise.
std::int64_t exact_quotient(std::int64_t dividend, std::int64_t divisor) {
  if (divisor <= 0 || dividend <= 0 || dividend % divisor != 0) return 0;
  return dividend / divisor;
}

std::int64_t position(const Evidence& e, const WrongCell& cell) {
  return cell.row * e.input.rows + cell.col;
}

/// The pitch that the first wrong cell with one asks for; 0 if none does.
template <class Pitch>
std::int64_t first_pitch(const Evidence& e, Pitch pitch_of) {
  for (const auto& cell : e.cells) {
    if (cell.holds != Holds::input) continue;
    if (const auto pitch = pitch_of(cell); pitch > 0) return pitch;
  }
  return 0;
}

/// True if out[x * pitch + y] is written for an input cell (y, x), at linear output index `at`.
bool has_writer(const Evidence& e, std::int64_t pitch, std::int64_t at) {
  const auto x = std::min(e.input.cols - 1, at / pitch);
  return at - x * pitch < e.input.rows;
}

/// Output cells that no out[x * pitch + y] is.
std::uint64_t count_gaps(const Evidence& e, std::int64_t pitch) {
  return count_cells(e, [&](std::int64_t r, std::int64_t c) {
    return !has_writer(e, pitch, r * e.input.rows + c);
  });
}

/// True if the cell holds in[y * pitch + x], stored at out[x * pitch + y], y and x inside the
/// input.
bool moved_by_pitch(const Evidence& e, std::int64_t pitch, const WrongCell& cell) {
  if (cell.holds != Holds::input) return false;
  const auto to = position(e, cell);
  const auto from = held_source(e, cell);
  const auto divisor = pitch * pitch - 1;  // Of the two equations, solved for x and y.
  const auto x = (to * pitch - from) / divisor;
  const auto y = (from * pitch - to) / divisor;
  return x * pitch + y == to && y * pitch + x == from && x >= 0 && y >= 0 && x < e.input.cols &&
         y < e.input.rows;
}

/// True if one of the cell's writers read in[y * pitch + x] past the end of the input, where other
/// buffers may lie: the cell may hold anything.
bool reads_past_the_end(const Evidence& e, std::int64_t pitch, const WrongCell& cell) {
  const auto to = position(e, cell);
  for (auto x = std::min(e.input.cols - 1, to / pitch); x >= 0; --x) {
    const auto y = to - x * pitch;
    if (y >= e.input.rows) return false;
    if (y * pitch + x >= e.input.rows * e.input.cols) return true;
  }
  return false;
}

}  // namespace

std::optional<Verdict> output_pitch(const Evidence& e, std::int64_t /*tile*/) {
  const auto pitch = first_pitch(e, [&](const WrongCell& cell) {
    return exact_quotient(position(e, cell) - cell.from_row, cell.from_col);
  });
  if (pitch == 0 || pitch == e.input.rows) return std::nullopt;
  std::uint64_t matched = 0;
  for (const auto& cell : e.cells) {
    if (is_unwritten(cell)) continue;
    if (cell.holds != Holds::input) return std::nullopt;
    if (cell.from_col * pitch + cell.from_row != position(e, cell)) return std::nullopt;
    ++matched;
  }
  if (pitch != e.input.cols && matched < kFewestForAnyPitch) return std::nullopt;
  if (count_gaps(e, pitch) != e.unwritten) return std::nullopt;
  if (pitch == e.input.cols) {
    return Verdict{Pattern::output_pitch,
                   fmt::format("output rows are laid out cols apart instead of rows apart ({} "
                               "instead of {}): the store uses the input's leading dimension",
                               pitch, e.input.rows)};
  }
  return Verdict{Pattern::output_pitch,
                 fmt::format("output rows are laid out {} apart instead of rows apart ({})", pitch,
                             e.input.rows)};
}

std::optional<Verdict> input_pitch(const Evidence& e, std::int64_t /*tile*/) {
  const auto pitch = first_pitch(e, [&](const WrongCell& cell) {
    return exact_quotient(held_source(e, cell) - cell.row, cell.col);
  });
  if (pitch == 0 || pitch == e.input.cols) return std::nullopt;
  const auto cells = e.input.rows * e.input.cols;
  const auto source = [&](std::int64_t r, std::int64_t c) {
    const auto from = c * pitch + r;
    return from < cells ? from : kNowhere;
  };
  if (!comes_from(e, source)) return std::nullopt;
  if (pitch == e.input.rows) {
    return Verdict{Pattern::input_pitch,
                   fmt::format("input rows were read rows apart instead of cols apart ({} instead "
                               "of {}): the load uses the output's leading dimension",
                               pitch, e.input.cols)};
  }
  if (e.wrong < kFewestForAnyPitch) return std::nullopt;
  return Verdict{
      Pattern::input_pitch,
      fmt::format("input rows were read {} apart instead of cols apart ({})", pitch, e.input.cols)};
}

std::optional<Verdict> both_pitches(const Evidence& e, std::int64_t /*tile*/) {
  const auto pitch = first_pitch(e, [&](const WrongCell& cell) {
    return exact_quotient(held_source(e, cell), position(e, cell));
  });
  if (pitch < 2 || pitch == e.input.rows || pitch == e.input.cols) return std::nullopt;
  std::uint64_t matched = 0;
  std::uint64_t gaps = 0;
  for (const auto& cell : e.cells) {
    const bool gap = !has_writer(e, pitch, position(e, cell));
    gaps += gap ? 1 : 0;
    if (gap && is_unwritten(cell)) continue;
    if (!gap && reads_past_the_end(e, pitch, cell)) continue;
    if (!moved_by_pitch(e, pitch, cell)) return std::nullopt;
    ++matched;
  }
  if (matched < kFewestForAnyPitch || count_gaps(e, pitch) != gaps) return std::nullopt;
  return Verdict{Pattern::both_pitches,
                 fmt::format("rows are walked {} apart on both sides: the leading dimension is a "
                             "constant, not the matrix's own",
                             pitch)};
}

}  // namespace warpgrade::diagnose
