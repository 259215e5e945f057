// SPDX-License-Identifier: Apache-2.0
#include "harness/core/shape.hpp"

#include <gtest/gtest.h>

namespace warpgrade {
namespace {

TEST(Shape, IsASequenceOfSizes) {
  const Shape shape{31, 33, 7};
  EXPECT_EQ(shape.size(), 3U);
  EXPECT_EQ(shape[2], 7);
  EXPECT_EQ(shape.product(), 31 * 33 * 7);
  EXPECT_EQ(shape_text(shape), "31 x 33 x 7");
  EXPECT_EQ(shape_text(shape, "x"), "31x33x7");
  EXPECT_NE(shape, (Shape{31, 33}));
}

TEST(Shape, ItsFirstTwoSizesAreRowsAndCols) {
  EXPECT_EQ((Shape{31, 33, 7}).extent(), (Extent{31, 33}));
  EXPECT_EQ((Shape{31}).extent(), (Extent{31, 1}));
  EXPECT_EQ(Shape{}.extent(), (Extent{1, 1}));
  EXPECT_EQ(Shape{(Extent{2, 3})}, (Shape{2, 3}));
}

TEST(Shape, ExceedsALimitAlsoWhereTheProductDoesNotFit) {
  EXPECT_FALSE((Shape{31, 33}.exceeds(1023)));
  EXPECT_TRUE((Shape{31, 33}.exceeds(1022)));
  EXPECT_TRUE((Shape{std::int64_t{1} << 40, std::int64_t{1} << 40}.exceeds(1 << 30)));
}

}  // namespace
}  // namespace warpgrade
