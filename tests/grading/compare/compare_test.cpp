// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/compare/compare.hpp"

#include "harness/core/poison.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace warpgrade::compare {
namespace {

// The input of extent `input` holds 100, 101, ...
FindInInput find_in(Extent input) {
  return [size = input.rows * input.cols](std::uint64_t bits) -> std::optional<std::int64_t> {
    const auto index = static_cast<std::int64_t>(bits) - 100;
    if (index < 0 || index >= size) return std::nullopt;
    return index;
  };
}

std::vector<std::uint32_t> transposed(Extent input) {
  std::vector<std::uint32_t> output;
  for (std::int64_t r = 0; r < input.cols; ++r) {
    for (std::int64_t c = 0; c < input.rows; ++c) {
      output.push_back(static_cast<std::uint32_t>(100 + c * input.cols + r));
    }
  }
  return output;
}

TEST(Compare, FindsNothingInARightOutput) {
  const Extent input{70, 165};
  const auto expected = transposed(input);
  const auto result = compare_output(transpose_layout(input), expected, expected, find_in(input));
  EXPECT_EQ(result.wrong, 0U);
  EXPECT_TRUE(result.cells.empty());
}

TEST(Compare, SaysWhatEachCellHolds) {
  const Extent input{2, 3};  // The output is 3 x 2.
  const auto expected = transposed(input);
  auto output = expected;
  output[0] = kOutputPoison;
  output[1] = kSharedPoison;
  output[3] = 105;  // Input cell (1, 2).
  output[4] = kRefusedLoad;
  const auto result = compare_output(transpose_layout(input), expected, output, find_in(input));

  ASSERT_EQ(result.cells.size(), 4U);
  EXPECT_EQ(result.cells[0].holds, Holds::unwritten);
  EXPECT_EQ(result.cells[1].holds, Holds::unset);
  EXPECT_EQ(result.cells[2].holds, Holds::input);
  EXPECT_EQ(result.cells[3].holds, Holds::other);
  EXPECT_EQ(result.cells[0].from_row, -1);
  const auto& moved = result.cells[2];
  EXPECT_EQ(moved.row, 1);
  EXPECT_EQ(moved.col, 1);
  EXPECT_EQ(moved.from_row, 1);
  EXPECT_EQ(moved.from_col, 2);
  EXPECT_EQ(moved.expected, expected[3]);
  EXPECT_EQ(moved.got, 105U);
  EXPECT_EQ(result.unwritten, 1U);
  EXPECT_EQ(result.unset, 1U);
  EXPECT_EQ(result.from_input, 1U);
  EXPECT_EQ(result.other, 1U);
}

TEST(Compare, BitsCountNotValues) {
  const std::vector<std::uint32_t> expected{0x00000000, 0x7fc00000};
  const std::vector<std::uint32_t> output{0x80000000, 0x7fc00000};  // -0 for 0; the same NaN.
  const auto nowhere = [](std::uint32_t) { return std::optional<std::int64_t>{}; };
  const auto result = compare_output({{1, 2}}, expected, output, nowhere);
  EXPECT_EQ(result.wrong, 1U);
}

TEST(Compare, CountsBeyondTheCap) {
  const Extent input{100, 200};
  const auto expected = transposed(input);
  auto output = expected;
  for (std::size_t i = 7; i < output.size(); i += 2) output[i] = kOutputPoison;
  const auto result = compare_output(transpose_layout(input), expected, output, find_in(input), 10);
  EXPECT_EQ(result.wrong, 9997U);
  EXPECT_EQ(result.unwritten, 9997U);
  ASSERT_EQ(result.cells.size(), 10U);
  EXPECT_EQ(result.cells[0].col, 7);
  EXPECT_EQ(result.cells[9].col, 25);
}

TEST(Compare, FindsTheLastCellOfABigOutput) {
  const Extent input{611, 613};
  const auto expected = transposed(input);
  auto output = expected;
  output.back() = 0;
  const auto result = compare_output(transpose_layout(input), expected, output, find_in(input));
  ASSERT_EQ(result.cells.size(), 1U);
  EXPECT_EQ(result.cells[0].row, 612);
  EXPECT_EQ(result.cells[0].col, 610);
}

TEST(Compare, TellsComparisonsApartByCellAndValue) {
  const Extent input{4, 4};
  const auto expected = transposed(input);
  auto output = expected;
  output[3] = kOutputPoison;
  const auto first = compare_output(transpose_layout(input), expected, output, find_in(input));
  EXPECT_TRUE(same_cells(first, first));
  output[3] = kSharedPoison;
  EXPECT_FALSE(
      same_cells(first, compare_output(transpose_layout(input), expected, output, find_in(input))));
  output[3] = expected[3];
  output[4] = kOutputPoison;
  EXPECT_FALSE(
      same_cells(first, compare_output(transpose_layout(input), expected, output, find_in(input))));
}

TEST(Compare, ReadsCellsOfTwoWords) {
  const Layout doubles{{2, 2}, 1, 2};
  const std::vector<std::uint32_t> expected{1, 2, 3, 4, 5, 6, 7, 8};
  auto output = expected;
  output[3] = 9;  // The high word of cell (0, 1).
  output[6] = output[7] = kOutputPoison;
  const auto result =
      compare_output(doubles, expected, output, [](std::uint64_t) { return std::nullopt; });
  ASSERT_EQ(result.wrong, 2U);
  EXPECT_EQ(result.cells[0].row, 0);
  EXPECT_EQ(result.cells[0].col, 1);
  EXPECT_EQ(result.cells[0].expected, 0x400000003U);
  EXPECT_EQ(result.cells[0].got, 0x900000003U);
  EXPECT_EQ(result.cells[1].holds, Holds::unwritten);
}

}  // namespace
}  // namespace warpgrade::compare
