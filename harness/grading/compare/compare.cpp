// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/compare/compare.hpp"

#include "harness/core/poison.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace warpgrade::compare {
namespace {

// Words that are compared at once: right outputs are skipped at memory speed.
constexpr std::size_t kStride = 4096;

class Comparer {
 public:
  Comparer(const Layout& layout, const FindInInput& find, std::size_t most)
      : layout_{layout}, find_{find}, most_{most} {}

  /// @param index  Of the cell.
  void add(std::size_t index, std::uint64_t expected, std::uint64_t got) {
    const auto i = static_cast<std::int64_t>(index);
    const auto cols = layout_.output.cols;
    auto cell = WrongCell{i / cols, i % cols, expected, got, Holds::other, -1, -1};
    classify(cell);
    count(cell.holds);
    if (result_.cells.size() < most_) result_.cells.push_back(cell);
  }

  Comparison take() { return std::move(result_); }

 private:
  void classify(WrongCell& cell) const {
    if (cell.got == cell_of(kOutputPoison)) {
      cell.holds = Holds::unwritten;
    } else if (cell.got == cell_of(kSharedPoison)) {
      cell.holds = Holds::unset;
    } else if (const auto from = find_(cell.got)) {
      cell.holds = Holds::input;
      cell.from_row = *from / layout_.input_cols;
      cell.from_col = *from % layout_.input_cols;
    }
  }

  /// A cell of which every word is `word`.
  [[nodiscard]] std::uint64_t cell_of(std::uint32_t word) const {
    return layout_.words == 1 ? word : std::uint64_t{word} << 32 | word;
  }

  void count(Holds holds) {
    ++result_.wrong;
    if (holds == Holds::unwritten) ++result_.unwritten;
    if (holds == Holds::unset) ++result_.unset;
    if (holds == Holds::input) ++result_.from_input;
    if (holds == Holds::other) ++result_.other;
  }

  const Layout& layout_;
  const FindInInput& find_;
  std::size_t most_;
  Comparison result_;
};

/// The bits of cell `index`, of one word or two, the low one first.
std::uint64_t bits_at(std::span<const std::uint32_t> output, std::size_t index, std::size_t words) {
  if (words == 1) return output[index];
  return std::uint64_t{output[2 * index + 1]} << 32 | output[2 * index];
}

bool same_cell(const WrongCell& a, const WrongCell& b) {
  return a.row == b.row && a.col == b.col && a.got == b.got;
}

}  // namespace

Comparison compare_output(const Layout& layout, std::span<const std::uint32_t> expected,
                          std::span<const std::uint32_t> output, const FindInInput& find,
                          std::size_t most) {
  assert(expected.size() == output.size());
  assert(layout.words == 1 || layout.words == 2);
  assert(expected.size() ==
         static_cast<std::size_t>(layout.output.rows * layout.output.cols) * layout.words);
  static_assert(kStride % 2 == 0);
  Comparer comparer{layout, find, most};
  for (std::size_t begin = 0; begin < output.size(); begin += kStride) {
    const auto size = std::min(kStride, output.size() - begin);
    if (std::memcmp(&expected[begin], &output[begin], size * sizeof output[0]) == 0) continue;
    for (auto i = begin / layout.words; i < (begin + size) / layout.words; ++i) {
      const auto right = bits_at(expected, i, layout.words);
      const auto got = bits_at(output, i, layout.words);
      if (right != got) comparer.add(i, right, got);
    }
  }
  return comparer.take();
}

Comparison compare_patches(Extent input, std::span<const Patch> output,
                           const std::function<std::uint32_t(std::int64_t index)>& expected,
                           const FindInInput& find, std::uint64_t& written) {
  const auto layout = transpose_layout(input);
  Comparer comparer{layout, find, kMostKept};
  written = 0;
  for (const auto& patch : output) {
    for (std::size_t i = 0; i < patch.cells.size(); ++i) {
      if (patch.cells[i] == kOutputPoison) continue;
      ++written;
      const auto index = patch.first + static_cast<std::int64_t>(i);
      const auto right = expected(index);
      if (patch.cells[i] != right)
        comparer.add(static_cast<std::size_t>(index), right, patch.cells[i]);
    }
  }
  return comparer.take();
}

bool same_cells(const Comparison& a, const Comparison& b) {
  return a.wrong == b.wrong && std::ranges::equal(a.cells, b.cells, same_cell);
}

}  // namespace warpgrade::compare
