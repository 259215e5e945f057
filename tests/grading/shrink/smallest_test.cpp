// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/shrink/smallest.hpp"

#include <gtest/gtest.h>

#include <ostream>
#include <string>

namespace warpgrade::shrink {
namespace {

constexpr std::int64_t kTile = 32;

Budget tries(int most) {
  return [left = most](Extent) mutable { return left-- > 0; };
}

struct Bug {
  std::string name;
  Predicate fails;
  Extent start;
  Extent smallest;
};
void PrintTo(const Bug& bug, std::ostream* out) { *out << bug.name; }

class Smallest : public testing::TestWithParam<Bug> {};

TEST_P(Smallest, IsFoundAndProved) {
  const auto& bug = GetParam();
  Trials trials{bug.fails, tries(10'000)};
  const auto result = prove_smallest(descend(bug.start, kTile, trials), trials);
  EXPECT_EQ(result.input.rows, bug.smallest.rows);
  EXPECT_EQ(result.input.cols, bug.smallest.cols);
  EXPECT_TRUE(result.proved_smallest);
  std::uint64_t smaller = 0;
  visit_smaller(bug.smallest, [&](Extent) { return ++smaller > 0; });
  EXPECT_EQ(result.smaller_shapes_tried, smaller);
}

INSTANTIATE_TEST_SUITE_P(
    Bugs, Smallest,
    testing::Values(
        Bug{"always", [](Extent) { return true; }, {611, 613}, {1, 1}},
        Bug{"swapped grid",
            [](Extent e) { return (e.cols + 31) / 32 > (e.rows + 31) / 32; },
            {70, 165},
            {1, 33}},
        Bug{"wide", [](Extent e) { return e.cols > 512; }, {611, 613}, {1, 513}},
        Bug{"tall", [](Extent e) { return e.rows > 24; }, {613, 611}, {25, 1}},
        Bug{"copy", [](Extent e) { return e.rows > 1 && e.cols > 1; }, {31, 33}, {2, 2}},
        Bug{"extents",
            [](Extent e) { return e.rows != e.cols && e.rows > 1 && e.cols > 1; },
            {31, 33},
            {2, 3}},
        Bug{"vector",
            [](Extent e) { return e.cols % 4 != 0 && e.cols > 4 && e.rows > 1; },
            {611, 613},
            {2, 5}},
        Bug{"no edge of anything",
            [](Extent e) { return e.rows * e.cols > 777; },
            {611, 613},
            {2, 389}}));

TEST(SmallestCase, FarStartsNeedFewTrials) {
  int tried = 0;
  Trials trials{[&](Extent e) {
                  ++tried;
                  return e.rows > 1048560;
                },
                tries(10'000)};
  EXPECT_EQ(descend({1048561, 1}, kTile, trials).rows, 1048561);
  EXPECT_LT(tried, 60);
}

TEST(SmallestCase, SaysThatTheBudgetEnded) {
  Trials trials{[](Extent e) { return e.cols > 512; }, tries(300)};
  const auto result = prove_smallest(descend({611, 613}, kTile, trials), trials);
  EXPECT_FALSE(result.proved_smallest);
  EXPECT_EQ(result.input.cols, 513);
  EXPECT_LE(result.smaller_shapes_tried, 300U);
  EXPECT_GT(result.smaller_shapes_tried, 0U);
}

TEST(SmallestCase, WithoutBudgetIsTheStart) {
  Trials trials{[](Extent) { return true; }, tries(0)};
  const auto result = prove_smallest(descend({31, 33}, kTile, trials), trials);
  EXPECT_EQ(result.input.rows, 31);
  EXPECT_FALSE(result.proved_smallest);
  EXPECT_EQ(result.smaller_shapes_tried, 0U);
}

TEST(SmallestCase, TheProofFindsWhatTheDescentMissed) {
  // An island that no candidate of the descent hits.
  const auto fails = [](Extent e) { return e == Extent{6, 7} || e.cols > 64; };
  Trials trials{fails, tries(10'000)};
  EXPECT_EQ(descend({611, 613}, kTile, trials).cols, 65);
  const auto result = prove_smallest({1, 65}, trials);
  EXPECT_EQ(result.input.rows, 6);
  EXPECT_EQ(result.input.cols, 7);
  EXPECT_TRUE(result.proved_smallest);
}

TEST(Trials, AskOnceAShape) {
  int asked = 0;
  Trials trials{[&](Extent) { return ++asked > 0; }, tries(5)};
  EXPECT_EQ(trials.at({2, 2}), true);
  EXPECT_EQ(trials.at({2, 2}), true);
  EXPECT_EQ(asked, 1);
}

TEST(Trials, KnownShapesCostNothing) {
  Trials trials{[](Extent) { return true; }, tries(0)};
  trials.add({3, 3}, false);
  EXPECT_EQ(trials.at({3, 3}), false);
  EXPECT_EQ(trials.at({3, 4}), std::nullopt);
  EXPECT_EQ(trials.smaller_without({4, 4}), 1U);
  EXPECT_EQ(trials.smaller_without({3, 3}), 0U);
}

}  // namespace
}  // namespace warpgrade::shrink
