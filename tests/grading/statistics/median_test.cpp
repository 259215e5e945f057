// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/statistics/median.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace warpgrade::statistics {
namespace {

std::vector<double> one_to(int n) {
  std::vector<double> values;
  for (int i = n; i >= 1; --i) values.push_back(i);
  return values;
}

TEST(Median, IsTheMiddleOrTheMeanOfTwo) {
  EXPECT_EQ(median(std::vector{3.0}), 3);
  EXPECT_EQ(median(std::vector{9.0, 1.0, 5.0}), 5);
  EXPECT_EQ(median(std::vector{9.0, 1.0, 5.0, 6.0}), 5.5);
}

TEST(Quantile, IsTheSmallestValueWithTheShareBelow) {
  EXPECT_EQ(quantile(one_to(100), 0.25), 25);
  EXPECT_EQ(quantile(one_to(3), 0.5), 2);
  EXPECT_EQ(quantile(one_to(3), 0), 1);
  EXPECT_EQ(quantile(one_to(3), 1), 3);
}

TEST(MedianInterval, OfOneValueIsThatValue) {
  const auto interval = median_interval(std::vector{7.0}, 0.99);
  EXPECT_EQ(interval.low, 7);
  EXPECT_EQ(interval.middle, 7);
  EXPECT_EQ(interval.high, 7);
}

// P(Bin(3, 1/3) >= 2) = 7/27: the median of a draw from {1, 2, 3} is 1 with that probability.
TEST(MedianInterval, FollowsTheBinomialByHand) {
  const auto narrow = median_interval(one_to(3), 1 - 2 * 0.26);
  EXPECT_EQ(narrow.low, 2);
  EXPECT_EQ(narrow.high, 2);
  const auto wide = median_interval(one_to(3), 1 - 2 * 0.25);
  EXPECT_EQ(wide.low, 1);
  EXPECT_EQ(wide.high, 3);
}

/// The percentile bootstrap by drawing.
Interval drawn_interval(const std::vector<double>& values, double confidence) {
  std::mt19937_64 random(7);
  std::uniform_int_distribution<std::size_t> index(0, values.size() - 1);
  std::vector<double> medians(20000);
  std::vector<double> draw(values.size());
  for (auto& result : medians) {
    for (auto& value : draw) value = values[index(random)];
    result = median(draw);
  }
  return {median(values), quantile(medians, (1 - confidence) / 2),
          quantile(medians, (1 + confidence) / 2)};
}

TEST(MedianInterval, IsWhatDrawingComesTo) {
  std::mt19937_64 random(1);
  std::lognormal_distribution<double> noise(0, 0.1);
  std::vector<double> values(41);
  for (auto& value : values) value = noise(random);
  for (const double confidence : {0.8, 0.95, 0.99}) {
    const auto exact = median_interval(values, confidence);
    const auto drawn = drawn_interval(values, confidence);
    EXPECT_NEAR(exact.low, drawn.low, 0.01) << confidence;
    EXPECT_NEAR(exact.high, drawn.high, 0.01) << confidence;
    EXPECT_EQ(exact.middle, drawn.middle);
  }
}

TEST(MedianInterval, HoldsTheTrueMedianAsOftenAsItSays) {
  std::mt19937_64 random(2);
  std::lognormal_distribution<double> noise(0, 0.2);
  for (const int n : {30, 31, 60}) {
    int held = 0;
    for (int round = 0; round < 2000; ++round) {
      std::vector<double> values(static_cast<std::size_t>(n));
      for (auto& value : values) value = noise(random);
      const auto interval = median_interval(values, 0.99);
      held += interval.low <= 1 && 1 <= interval.high ? 1 : 0;
    }
    EXPECT_GE(held, 1960) << n;
  }
}

TEST(MedianInterval, GrowsWithTheConfidenceAndShrinksWithTheNumber) {
  const auto width = [](int n, double confidence) {
    const auto interval = median_interval(one_to(n), confidence);
    return (interval.high - interval.low) / n;
  };
  EXPECT_LT(width(50, 0.8), width(50, 0.99));
  EXPECT_LT(width(200, 0.99), width(50, 0.99));
}

}  // namespace
}  // namespace warpgrade::statistics
