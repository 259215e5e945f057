// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/diagnose/rules.hpp"
#include "harness/grading/diagnose/sources.hpp"

#include <fmt/format.h>

namespace warpgrade::diagnose {
namespace {

/// Linear input index of (row, col), or kNowhere outside the input.
std::int64_t input_at(const Evidence& e, std::int64_t row, std::int64_t col) {
  if (row >= e.input.rows || col >= e.input.cols) return kNowhere;
  return row * e.input.cols + col;
}

/// " (16 x 16 tiles)" where that is not the exercise's tile.
std::string tile_note(const Evidence& e, std::int64_t tile) {
  return tile == e.tile ? "" : fmt::format(" ({0} x {0} tiles)", tile);
}

}  // namespace

std::optional<Verdict> linear_copy(const Evidence& e, std::int64_t /*tile*/) {
  const auto source = [&](std::int64_t r, std::int64_t c) { return r * e.input.rows + c; };
  if (!comes_from(e, source)) return std::nullopt;
  return Verdict{Pattern::linear_copy,
                 "the output is the input unchanged: a copy, not a transpose"};
}

std::optional<Verdict> same_place(const Evidence& e, std::int64_t /*tile*/) {
  const auto source = [&](std::int64_t r, std::int64_t c) { return input_at(e, r, c); };
  if (!comes_from(e, source)) return std::nullopt;
  return Verdict{Pattern::same_place,
                 "every value is at its input row and column: a copy into rows of the output's "
                 "length, not a transpose"};
}

std::optional<Verdict> extents_swapped(const Evidence& e, std::int64_t /*tile*/) {
  const auto source = [&](std::int64_t r, std::int64_t c) {
    const auto k = r * e.input.rows + c;
    return (k % e.input.cols) * e.input.rows + k / e.input.cols;
  };
  if (!comes_from(e, source)) return std::nullopt;
  return Verdict{Pattern::extents_swapped,
                 "the output is the transpose of a matrix with rows and cols exchanged"};
}

std::optional<Verdict> tile_not_flipped(const Evidence& e, std::int64_t tile) {
  const auto source = [&](std::int64_t r, std::int64_t c) {
    return input_at(e, round_down(c, tile) + r % tile, round_down(r, tile) + c % tile);
  };
  if (!comes_from(e, source)) return std::nullopt;
  return Verdict{Pattern::tile_not_flipped,
                 "each tile is in the right place but not transposed inside: it was read with the "
                 "indices it was written with" +
                     tile_note(e, tile)};
}

std::optional<Verdict> tile_not_moved(const Evidence& e, std::int64_t tile) {
  const auto source = [&](std::int64_t r, std::int64_t c) {
    return input_at(e, round_down(r, tile) + c % tile, round_down(c, tile) + r % tile);
  };
  if (!comes_from(e, source)) return std::nullopt;
  return Verdict{Pattern::tile_not_moved,
                 "each tile is transposed inside but left in its own place: the second half does "
                 "not swap blockIdx" +
                     tile_note(e, tile)};
}

}  // namespace warpgrade::diagnose
