// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/shrink/order.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace warpgrade::shrink {
namespace {

std::vector<Shape> all_smaller(const Shape& than) {
  std::vector<Shape> shapes;
  visit_smaller(than, [&](const Shape& shape) {
    shapes.push_back(shape);
    return true;
  });
  return shapes;
}

TEST(Order, CellsThenLongerSideThenRows) {
  EXPECT_TRUE(is_smaller({1, 5}, {2, 3}));
  EXPECT_TRUE(is_smaller({2, 3}, {1, 6}));
  EXPECT_TRUE(is_smaller({2, 3}, {3, 2}));
  EXPECT_FALSE(is_smaller({3, 2}, {2, 3}));
  EXPECT_FALSE(is_smaller({2, 3}, {2, 3}));
}

TEST(Order, VisitsEverySmallerShapeOnceAscending) {
  const auto shapes = all_smaller({3, 2});
  const std::vector<Shape> expected{{1, 1}, {1, 2}, {2, 1}, {1, 3}, {3, 1}, {2, 2},
                                    {1, 4}, {4, 1}, {1, 5}, {5, 1}, {2, 3}};
  EXPECT_EQ(shapes, expected);
}

TEST(Order, NothingIsSmallerThanOneCell) { EXPECT_TRUE(all_smaller({1, 1}).empty()); }

TEST(Order, VisitsAgreeWithTheOrder) {
  const Shape than{31, 33};
  const auto shapes = all_smaller(than);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    EXPECT_TRUE(is_smaller(shapes[i], than));
    EXPECT_TRUE(i == 0 || is_smaller(shapes[i - 1], shapes[i]));
  }
  std::size_t expected = 0;
  for (std::int64_t rows = 1; rows <= 1023; ++rows) {
    for (std::int64_t cols = 1; cols <= 1023; ++cols) {
      if (is_smaller({rows, cols}, than)) ++expected;
    }
  }
  EXPECT_EQ(shapes.size(), expected);
}

TEST(Order, StopsWhenAsked) {
  int visits = 0;
  visit_smaller({100, 100}, [&](const Shape&) { return ++visits < 3; });
  EXPECT_EQ(visits, 3);
}

TEST(Order, OfThreeSizesIsTheSameOrder) {
  EXPECT_TRUE(is_smaller({1, 2, 2}, {5, 1, 1}));
  EXPECT_TRUE(is_smaller({1, 2, 2}, {1, 1, 4}));
  EXPECT_TRUE(is_smaller({1, 2, 2}, {2, 1, 2}));
  const std::vector<Shape> expected{{1, 1, 1}, {1, 1, 2}, {1, 2, 1}, {2, 1, 1}, {1, 1, 3},
                                    {1, 3, 1}, {3, 1, 1}, {1, 2, 2}, {2, 1, 2}};
  EXPECT_EQ(all_smaller({2, 2, 1}), expected);
  EXPECT_EQ(all_smaller({3}), (std::vector<Shape>{{1}, {2}}));
}

}  // namespace
}  // namespace warpgrade::shrink
