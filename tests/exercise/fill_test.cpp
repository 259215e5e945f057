// SPDX-License-Identifier: Apache-2.0
#include "harness/exercise/fill.hpp"

#include "harness/core/index_fill.hpp"
#include "harness/core/poison.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <functional>
#include <numeric>

namespace warpgrade::exercise {
namespace {

Case shape(std::int64_t rows, std::int64_t cols, std::uint64_t seed = 0) {
  return {{rows, cols}, {}, seed, ""};
}

const std::vector<Case> kManyShapes{shape(1, 1),
                                    shape(1, 2),
                                    shape(2, 1),
                                    shape(7, 9),
                                    shape(8, 8),
                                    shape(1, 64),
                                    shape(31, 33),
                                    shape(33, 31),
                                    shape(1, 513),
                                    shape(70, 165),
                                    shape(611, 613),
                                    shape(1048561, 1),
                                    shape(31, 33, 1),
                                    shape(31, 33, 2),
                                    shape(97, 31, ~std::uint64_t{0}),
                                    shape(65, 200, 123456789)};

float as_float(std::uint32_t bits) {
  float value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

std::vector<std::uint32_t> sorted(std::vector<std::uint32_t> values) {
  std::ranges::sort(values);
  return values;
}

TEST(Fill, IsKnownByName) {
  EXPECT_EQ(fill_of_name("index"), Fill::index);
  EXPECT_EQ(fill_of_name("small"), Fill::small);
  EXPECT_EQ(fill_of_name("indx"), std::nullopt);
  EXPECT_EQ(fill_name(Fill::small), "small");
}

TEST(Fill, HasOneValueACell) {
  for (const auto& c : kManyShapes) {
    EXPECT_EQ(std::ssize(make_input(c)), c.input.product());
  }
}

TEST(Fill, NoTwoCellsHoldTheSameBits) {
  for (const auto& c : kManyShapes) {
    const auto values = sorted(make_input(c));
    EXPECT_EQ(std::ranges::adjacent_find(values), values.end())
        << shape_text(c.input) << ", seed " << c.seed;
  }
}

TEST(Fill, FindsEveryCell) {
  for (const auto& c : kManyShapes) {
    const auto values = make_input(c);
    for (std::size_t i = 0; i < values.size(); ++i) {
      ASSERT_EQ(find_in_input(c, values[i]), static_cast<std::int64_t>(i));
    }
  }
}

TEST(Fill, FindsOnlyWhatTheInputHolds) {
  const Case c = shape(31, 33);
  const auto values = sorted(make_input(c));
  std::uint32_t probe = 1;
  for (int i = 0; i < 200'000; ++i) {
    probe = probe * 1664525 + 1013904223;
    ASSERT_EQ(find_in_input(c, probe).has_value(), std::ranges::binary_search(values, probe));
  }
  for (const auto poison : {kOutputPoison, kSharedPoison, kRefusedLoad}) {
    EXPECT_FALSE(find_in_input(c, poison));
  }
}

TEST(Fill, DoesNotFindValuesOfALargerInput) {
  const auto large = make_input(shape(97, 97));
  const Case small = shape(1, 10);
  for (std::size_t i = 64; i < large.size(); ++i) ASSERT_FALSE(find_in_input(small, large[i]));
}

// 128 exponents, two signs and 2^23 significands are 2^31 patterns: the largest input holds each of
// them, but for the one that 0 and -0 displace each. A sample of them must lie in as many cells.
TEST(Fill, TheLargestInputHoldsEachPatternOnce) {
  const Case c = shape(kMostElements / 2, 2, 99);
  std::vector<std::uint32_t> cells;
  for (std::uint64_t n = 0; n < std::uint64_t{1} << 31; n += 40'961) {
    const auto bits = static_cast<std::uint32_t>(n % 2 << 31 | ((n >> 1) + (60U << 23)));
    const auto at = find_in_input(c, bits);
    ASSERT_TRUE(at && *at >= 0 && *at < kMostElements) << std::hex << bits;
    cells.push_back(static_cast<std::uint32_t>(*at));
  }
  const auto in_order = sorted(cells);
  EXPECT_EQ(std::ranges::adjacent_find(in_order), in_order.end());
  EXPECT_FALSE(find_in_input(c, 59U << 23));
  EXPECT_FALSE(find_in_input(c, 188U << 23));
}

// Beyond 2^31 cells, where only giant cases go, the values are others still.
TEST(Fill, AGiantInputHoldsEachPatternOnce) {
  const IndexFill fill{IndexFill::kMostCells, 99};
  constexpr std::int64_t limit = std::int64_t{1} << 31;
  std::vector<std::uint32_t> beyond;
  for (std::int64_t index = limit; index < IndexFill::kMostCells; index += 40'961) {
    beyond.push_back(fill.bits(index));
    ASSERT_EQ(fill.find(beyond.back()), index);
    ASSERT_EQ(fill.find(fill.bits(index - limit)), index - limit);
    ASSERT_NE(beyond.back() & 0x7f800000, 0x7f800000U) << "neither infinite nor no number";
  }
  const auto in_order = sorted(beyond);
  EXPECT_EQ(std::ranges::adjacent_find(in_order), in_order.end());
  EXPECT_EQ(fill.find(fill.bits(IndexFill::kMostCells - 1)), IndexFill::kMostCells - 1);
  EXPECT_FALSE((IndexFill{limit, 99}.find(beyond.front())));
}

TEST(Fill, HoldsNormalNumbersAndTheThreeSpecials) {
  for (const auto& c : kManyShapes) {
    std::array<int, 3> specials{};
    for (const auto bits : make_input(c)) {
      specials[0] += bits == 0;
      specials[1] += bits == 0x80000000;
      specials[2] += bits == 0xbf800000;
      ASSERT_TRUE(bits << 1 == 0 || std::isnormal(as_float(bits))) << std::hex << bits;
    }
    const int expected = c.input.product() >= 64 ? 1 : 0;
    EXPECT_EQ(specials[0], expected);
    EXPECT_EQ(specials[1], expected);
    EXPECT_TRUE(expected == 0 || specials[2] == 1);
  }
}

TEST(Fill, EverySignificandBitTheSignAndTheExponentVary) {
  for (const auto& c : {shape(31, 33), shape(1, 64), shape(31, 33, 7)}) {
    const auto values = make_input(c);
    const auto ones = std::reduce(values.begin(), values.end(), 0U, std::bit_or<>{});
    const auto zeros = ~std::reduce(values.begin(), values.end(), ~0U, std::bit_and<>{});
    EXPECT_EQ(ones & zeros & 0x807fffff, 0x807fffff) << std::hex << (ones & zeros);
  }
}

TEST(Fill, ValuesStayWithinHalfPrecisionsRangeButNeedMoreBits) {
  std::int64_t needs_more = 0;
  const auto values = make_input(shape(31, 33));
  for (const auto bits : values) {
    const auto size = std::fabs(as_float(bits));
    EXPECT_TRUE(size == 0 || (size >= 0x1p-3F && size < 0x1p5F)) << size;
    needs_more += (bits & 0x1fff) != 0;
  }
  EXPECT_GT(needs_more, std::ssize(values) - 10);
  EXPECT_NE(make_input(shape(1, 1))[0] & 0x1fff, 0U);
}

TEST(Fill, SeedsMoveThePatterns) {
  const auto one = make_input(shape(31, 33, 1));
  const auto two = make_input(shape(31, 33, 2));
  int same = 0;
  for (std::size_t i = 0; i < one.size(); ++i) same += one[i] == two[i];
  EXPECT_EQ(same, 3);  // The specials.
  EXPECT_EQ(one, make_input(shape(31, 33, 1)));
}

/// Two inputs of one size, of those types and fills.
Signature two_inputs(ElementType type, Fill fill) {
  using Kind = Parameter::Kind;
  const Side n{0, 1};
  Signature signature;
  signature.sizes = {"n"};
  signature.parameters = {{"a", Kind::in, type, n, {}, fill, 0},
                          {"b", Kind::in, type, n, {}, fill, 0},
                          {"out", Kind::out, type, n, {}, Fill::index, 0}};
  return signature;
}

TEST(Fill, SeveralInputsShareNoValue) {
  const auto signature = two_inputs(ElementType::float32, Fill::index);
  const auto values = sorted(make_input({{500}, {}, 0, ""}, signature));
  EXPECT_EQ(values.size(), 1000U);
  EXPECT_EQ(std::ranges::adjacent_find(values), values.end());
  EXPECT_EQ(find_in_input({{500}, {}, 0, ""}, values[7], signature), std::nullopt)
      << "which input would it be?";
}

TEST(Fill, SmallNumbersAreWholeAndNeverZero) {
  const auto signature = two_inputs(ElementType::float32, Fill::small);
  std::array<int, 17> seen{};
  for (const auto bits : make_input({{4000}, {}, 3, ""}, signature)) {
    const auto value = as_float(bits);
    ASSERT_EQ(value, std::round(value));
    ASSERT_LE(std::abs(value), 8);
    ++seen.at(static_cast<std::size_t>(std::lround(value) + 8));
  }
  EXPECT_EQ(seen[8], 0) << "a term that is left out must show";
  for (int i = 0; i < 17; ++i)
    EXPECT_TRUE(i == 8 || seen.at(static_cast<std::size_t>(i)) > 300) << i;
}

TEST(Fill, SmallNumbersOfEveryTypeAreTheSame) {
  const Case c{{9}, {}, 5, ""};
  const auto floats = make_input(c, two_inputs(ElementType::float32, Fill::small));
  const auto ints = make_input(c, two_inputs(ElementType::int32, Fill::small));
  const auto doubles = make_input(c, two_inputs(ElementType::float64, Fill::small));
  ASSERT_EQ(doubles.size(), 2 * floats.size());
  for (std::size_t i = 0; i < floats.size(); ++i) {
    double value = 0;
    std::memcpy(&value, &doubles[2 * i], sizeof value);
    EXPECT_EQ(value, static_cast<double>(as_float(floats[i])));
    EXPECT_EQ(value, static_cast<double>(static_cast<std::int32_t>(ints[i])));
  }
  EXPECT_NE(make_input({{9}, {}, 6, ""}, two_inputs(ElementType::int32, Fill::small)), ints);
}

TEST(Fill, ACaseMayChooseTheFill) {
  const auto signature = two_inputs(ElementType::float32, Fill::small);
  EXPECT_EQ(make_input({{9}, Fill::index, 0, ""}, signature),
            make_input({{9}, {}, 0, ""}, two_inputs(ElementType::float32, Fill::index)));
}

}  // namespace
}  // namespace warpgrade::exercise
