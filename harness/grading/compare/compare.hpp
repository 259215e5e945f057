// SPDX-License-Identifier: Apache-2.0
// Output against expected, bit for bit: which cells are wrong, and what each of them holds.
#pragma once

#include "harness/core/extent.hpp"
#include "harness/core/patch.hpp"
#include "harness/core/wrong_cell.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace warpgrade::compare {

/// The linear index of the input cell that holds `bits`, or nothing.
using FindInInput = std::function<std::optional<std::int64_t>(std::uint64_t bits)>;

/// Wrong cells that a comparison keeps unless told otherwise.
inline constexpr std::size_t kMostKept = 500'000;

/// How the words of an output are to be read.
struct Layout {
  Extent output;
  std::int64_t input_cols = 1;  ///< Of the input that values can come from.
  std::size_t words = 1;        ///< Of a cell.
};

/// That of a matrix of floats that is transposed.
constexpr Layout transpose_layout(Extent input) {
  return {{input.cols, input.rows}, input.cols, 1};
}

/// All counts are exact; `cells` are the first ones, row-major.
struct Comparison {
  std::uint64_t wrong = 0;
  std::uint64_t unwritten = 0;
  std::uint64_t unset = 0;
  std::uint64_t from_input = 0;
  std::uint64_t other = 0;
  std::vector<WrongCell> cells;
};

/// Compares two outputs of that layout, row-major.
/// @param find  Tells where in the input a value came from.
/// @param most  Cells to keep; those beyond it are counted only.
Comparison compare_output(const Layout& layout, std::span<const std::uint32_t> expected,
                          std::span<const std::uint32_t> output, const FindInInput& find,
                          std::size_t most = kMostKept);

/// Compares the written cells of pieces of an output; poison counts as not written, and is not
/// wrong.
/// @param expected  The right value of the output cell at a linear index.
/// @param written  Gets the number of cells that were written.
Comparison compare_patches(Extent input, std::span<const Patch> output,
                           const std::function<std::uint32_t(std::int64_t index)>& expected,
                           const FindInInput& find, std::uint64_t& written);

/// True if both found the same cells wrong, with the same values in them.
bool same_cells(const Comparison& a, const Comparison& b);

}  // namespace warpgrade::compare
