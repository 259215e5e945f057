// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/compare/compare.hpp"

#include "harness/core/poison.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace warpgrade::compare {
namespace {

// Cells that are compared at once: right outputs are skipped at memory speed.
constexpr std::size_t kStride = 4096;

class Comparer {
 public:
  Comparer(Extent input, const FindInInput& find, std::size_t most)
      : input_{input}, find_{find}, most_{most} {}

  void add(std::size_t index, std::uint32_t expected, std::uint32_t got) {
    const auto i = static_cast<std::int64_t>(index);
    auto cell = WrongCell{i / input_.rows, i % input_.rows, expected, got, Holds::other, -1, -1};
    classify(cell);
    count(cell.holds);
    if (result_.cells.size() < most_) result_.cells.push_back(cell);
  }

  Comparison take() { return std::move(result_); }

 private:
  void classify(WrongCell& cell) const {
    if (cell.got == kOutputPoison) {
      cell.holds = Holds::unwritten;
    } else if (cell.got == kSharedPoison) {
      cell.holds = Holds::unset;
    } else if (const auto from = find_(cell.got)) {
      cell.holds = Holds::input;
      cell.from_row = *from / input_.cols;
      cell.from_col = *from % input_.cols;
    }
  }

  void count(Holds holds) {
    ++result_.wrong;
    if (holds == Holds::unwritten) ++result_.unwritten;
    if (holds == Holds::unset) ++result_.unset;
    if (holds == Holds::input) ++result_.from_input;
    if (holds == Holds::other) ++result_.other;
  }

  Extent input_;
  const FindInInput& find_;
  std::size_t most_;
  Comparison result_;
};

bool same_cell(const WrongCell& a, const WrongCell& b) {
  return a.row == b.row && a.col == b.col && a.got == b.got;
}

}  // namespace

Comparison compare_output(Extent input, std::span<const std::uint32_t> expected,
                          std::span<const std::uint32_t> output, const FindInInput& find,
                          std::size_t most) {
  assert(expected.size() == output.size());
  assert(std::ssize(expected) == input.rows * input.cols);
  Comparer comparer{input, find, most};
  for (std::size_t begin = 0; begin < output.size(); begin += kStride) {
    const auto size = std::min(kStride, output.size() - begin);
    if (std::memcmp(&expected[begin], &output[begin], size * sizeof output[0]) == 0) continue;
    for (std::size_t i = begin; i < begin + size; ++i) {
      if (expected[i] != output[i]) comparer.add(i, expected[i], output[i]);
    }
  }
  return comparer.take();
}

Comparison compare_patches(Extent input, std::span<const Patch> output,
                           const std::function<std::uint32_t(std::int64_t index)>& expected,
                           const FindInInput& find, std::uint64_t& written) {
  Comparer comparer{input, find, kMostKept};
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
