// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/shrink/smallest.hpp"

#include <gtest/gtest.h>

#include <ostream>
#include <string>

namespace warpgrade::shrink {
namespace {

constexpr std::int64_t kTile = 32;

Budget tries(int most) {
  return [left = most](const Shape&) mutable { return left-- > 0; };
}

struct Bug {
  std::string name;
  Predicate fails;
  Shape start;
  Shape smallest;
};
void PrintTo(const Bug& bug, std::ostream* out) { *out << bug.name; }

class Smallest : public testing::TestWithParam<Bug> {};

TEST_P(Smallest, IsFoundAndProved) {
  const auto& bug = GetParam();
  Trials trials{bug.fails, tries(10'000)};
  const auto result = prove_smallest(descend(bug.start, kTile, trials), trials);
  EXPECT_EQ(result.input[0], bug.smallest[0]);
  EXPECT_EQ(result.input[1], bug.smallest[1]);
  EXPECT_TRUE(result.proved_smallest);
  std::uint64_t smaller = 0;
  visit_smaller(bug.smallest, [&](const Shape&) { return ++smaller > 0; });
  EXPECT_EQ(result.smaller_shapes_tried, smaller);
}

INSTANTIATE_TEST_SUITE_P(
    Bugs, Smallest,
    testing::Values(Bug{"always", [](const Shape&) { return true; }, {611, 613}, {1, 1}},
                    Bug{"swapped grid",
                        [](const Shape& shape) {
                          const auto e = shape.extent();
                          return (e.cols + 31) / 32 > (e.rows + 31) / 32;
                        },
                        {70, 165},
                        {1, 33}},
                    Bug{"wide",
                        [](const Shape& shape) {
                          const auto e = shape.extent();
                          return e.cols > 512;
                        },
                        {611, 613},
                        {1, 513}},
                    Bug{"tall",
                        [](const Shape& shape) {
                          const auto e = shape.extent();
                          return e.rows > 24;
                        },
                        {613, 611},
                        {25, 1}},
                    Bug{"copy",
                        [](const Shape& shape) {
                          const auto e = shape.extent();
                          return e.rows > 1 && e.cols > 1;
                        },
                        {31, 33},
                        {2, 2}},
                    Bug{"extents",
                        [](const Shape& shape) {
                          const auto e = shape.extent();
                          return e.rows != e.cols && e.rows > 1 && e.cols > 1;
                        },
                        {31, 33},
                        {2, 3}},
                    Bug{"vector",
                        [](const Shape& shape) {
                          const auto e = shape.extent();
                          return e.cols % 4 != 0 && e.cols > 4 && e.rows > 1;
                        },
                        {611, 613},
                        {2, 5}},
                    Bug{"no edge of anything",
                        [](const Shape& shape) {
                          const auto e = shape.extent();
                          return e.rows * e.cols > 777;
                        },
                        {611, 613},
                        {2, 389}}));

TEST(SmallestCase, FarStartsNeedFewTrials) {
  int tried = 0;
  Trials trials{[&](const Shape& shape) {
                  const auto e = shape.extent();
                  ++tried;
                  return e.rows > 1048560;
                },
                tries(10'000)};
  EXPECT_EQ(descend({1048561, 1}, kTile, trials)[0], 1048561);
  EXPECT_LT(tried, 60);
}

TEST(SmallestCase, SaysThatTheBudgetEnded) {
  Trials trials{[](const Shape& shape) {
                  const auto e = shape.extent();
                  return e.cols > 512;
                },
                tries(300)};
  const auto result = prove_smallest(descend({611, 613}, kTile, trials), trials);
  EXPECT_FALSE(result.proved_smallest);
  EXPECT_EQ(result.input[1], 513);
  EXPECT_LE(result.smaller_shapes_tried, 300U);
  EXPECT_GT(result.smaller_shapes_tried, 0U);
}

TEST(SmallestCase, WithoutBudgetIsTheStart) {
  Trials trials{[](const Shape&) { return true; }, tries(0)};
  const auto result = prove_smallest(descend({31, 33}, kTile, trials), trials);
  EXPECT_EQ(result.input[0], 31);
  EXPECT_FALSE(result.proved_smallest);
  EXPECT_EQ(result.smaller_shapes_tried, 0U);
}

TEST(SmallestCase, TheProofFindsWhatTheDescentMissed) {
  // An island that no candidate of the descent hits.
  const auto fails = [](const Shape& shape) {
    const auto e = shape.extent();
    return shape == Shape{6, 7} || e.cols > 64;
  };
  Trials trials{fails, tries(10'000)};
  EXPECT_EQ(descend({611, 613}, kTile, trials)[1], 65);
  const auto result = prove_smallest({1, 65}, trials);
  EXPECT_EQ(result.input[0], 6);
  EXPECT_EQ(result.input[1], 7);
  EXPECT_TRUE(result.proved_smallest);
}

TEST(Trials, AskOnceAShape) {
  int asked = 0;
  Trials trials{[&](const Shape&) { return ++asked > 0; }, tries(5)};
  EXPECT_EQ(trials.at({2, 2}), true);
  EXPECT_EQ(trials.at({2, 2}), true);
  EXPECT_EQ(asked, 1);
}

TEST(Trials, KnownShapesCostNothing) {
  Trials trials{[](const Shape&) { return true; }, tries(0)};
  trials.add({3, 3}, false);
  EXPECT_EQ(trials.at({3, 3}), false);
  EXPECT_EQ(trials.at({3, 4}), std::nullopt);
  EXPECT_EQ(trials.smaller_without({4, 4}), 1U);
  EXPECT_EQ(trials.smaller_without({3, 3}), 0U);
}

TEST(Smallest, GoesDownOnThreeSides) {
  Trials trials{[](const Shape& shape) { return shape[0] > 1 && shape[2] > 32; }, tries(2000)};
  const auto result = prove_smallest(descend({70, 165, 133}, kTile, trials), trials);
  EXPECT_EQ(result.input, (Shape{2, 1, 33}));
  EXPECT_TRUE(result.proved_smallest);
}

}  // namespace
}  // namespace warpgrade::shrink
