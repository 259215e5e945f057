// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/statistics/triple.hpp"

#include "harness/grading/statistics/noise.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

namespace warpgrade::statistics {
namespace {

constexpr Triple kClean{1, 4, 2, 1};

std::vector<Triple> clean(std::size_t n) {
  std::vector<Triple> triples;
  triples.assign(n, kClean);
  return triples;
}

std::string noise_of(const std::vector<Triple>& triples) {
  std::string all;
  for (const auto& sentence : name_noise(triples, screen(triples))) all += sentence + "\n";
  return all;
}

TEST(Screen, KeepsCleanTriples) {
  const auto screened = screen(clean(40));
  EXPECT_EQ(screened.kept.size(), 40U);
  EXPECT_EQ(screened.broken + screened.throttled + screened.interrupted, 0U);
  EXPECT_EQ(noise_of(clean(40)), "");
}

TEST(Screen, OfNothingIsNothing) { EXPECT_TRUE(screen({}).kept.empty()); }

TEST(Screen, LeavesOutWhatIsNoTime) {
  for (const double bad : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(),
                           std::numeric_limits<double>::infinity()}) {
    for (const auto time : {&Triple::copy, &Triple::naive, &Triple::solve}) {
      auto triples = clean(40);
      triples[3].*time = bad;
      const auto screened = screen(triples);
      EXPECT_EQ(screened.broken, 1U) << bad;
      EXPECT_EQ(screened.kept.size(), 39U) << bad;
      EXPECT_NE(noise_of(triples).find("1 of 40 rounds gave no time"), std::string::npos);
    }
  }
}

TEST(Screen, LeavesOutMovingClocks) {
  auto triples = clean(40);
  for (int i = 0; i < 4; ++i) triples[i].clock_ratio = 0.9;
  triples[5].clock_ratio = 0.951;
  triples[6].clock_ratio = std::numeric_limits<double>::quiet_NaN();
  const auto screened = screen(triples);
  EXPECT_EQ(screened.throttled, 5U);
  EXPECT_EQ(screened.kept.size(), 35U);
  EXPECT_NE(noise_of(triples).find("clock changed during 5 of 40"), std::string::npos);
}

TEST(Screen, LeavesOutInterruptedTriplesWhicheverTimeItHits) {
  for (const auto time : {&Triple::copy, &Triple::naive, &Triple::solve}) {
    auto triples = clean(40);
    for (int i = 0; i < 20; ++i) triples[i].*time *= 1.6;
    const auto screened = screen(triples);
    EXPECT_EQ(screened.interrupted, 20U);
    EXPECT_FALSE(screened.interrupted_kept);
    EXPECT_EQ(screened.kept.size(), 20U);
    EXPECT_NE(noise_of(triples).find("20 of 40 rounds were interrupted"), std::string::npos);
  }
}

TEST(Screen, KeepsInterruptedTriplesWhereMostAre) {
  auto triples = clean(40);
  for (int i = 0; i < 21; ++i) triples[i].naive *= 2;
  const auto screened = screen(triples);
  EXPECT_TRUE(screened.interrupted_kept);
  EXPECT_EQ(screened.kept.size(), 40U);
}

TEST(Noise, NamesDriftBothWays) {
  auto triples = clean(40);
  for (std::size_t i = 20; i < 40; ++i) triples[i].copy = 1.2;
  EXPECT_NE(noise_of(triples).find("the copy got 20 % slower"), std::string::npos);
  for (std::size_t i = 20; i < 40; ++i) triples[i].copy = 0.9;
  EXPECT_NE(noise_of(triples).find("the copy got 10 % faster"), std::string::npos);
}

TEST(Noise, NamesScatter) {
  auto triples = clean(40);
  for (std::size_t i = 0; i < 40; i += 2) triples[i].copy = 1.1;
  EXPECT_NE(noise_of(triples).find("times scatter by"), std::string::npos);
}

}  // namespace
}  // namespace warpgrade::statistics
