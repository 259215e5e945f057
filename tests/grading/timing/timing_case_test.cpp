// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/timing/timing_case.hpp"

#include <gtest/gtest.h>

namespace warpgrade::timing {
namespace {

constexpr Extent kLesson{2003, 3001};

std::uint64_t bytes(Extent e) { return 8 * static_cast<std::uint64_t>(e.rows * e.cols); }

TEST(TimingCase, IsTheLessonsWhereItIsLargeEnough) {
  EXPECT_EQ(beyond_cache(kLesson, std::uint64_t{4} << 20), kLesson);  // A T4's L2.
}

TEST(TimingCase, GrowsBeyondFourTimesTheCacheAndNotMuchMore) {
  for (const std::uint64_t l2 :
       {std::uint64_t{36} << 20, std::uint64_t{62914560}, std::uint64_t{126} << 20}) {
    const auto grown = beyond_cache(kLesson, l2);
    EXPECT_GT(bytes(grown), 4 * l2);
    EXPECT_LT(bytes(grown), 4.4 * static_cast<double>(l2));
    EXPECT_EQ(grown.rows % 32, kLesson.rows % 32);
    EXPECT_EQ(grown.cols % 32, kLesson.cols % 32);
    EXPECT_NEAR(static_cast<double>(grown.rows) / static_cast<double>(grown.cols), 2003.0 / 3001,
                0.02);
  }
}

TEST(TimingCase, WorksForThinOnes) {
  const auto grown = beyond_cache({1, 1048561}, 62914560);
  EXPECT_GT(bytes(grown), 4 * std::uint64_t{62914560});
  EXPECT_EQ(grown.rows % 32, 1);
}

}  // namespace
}  // namespace warpgrade::timing
