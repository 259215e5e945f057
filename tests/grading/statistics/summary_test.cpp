// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/statistics/summary.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace warpgrade::statistics {
namespace {

using Ratio = Question::Ratio;

Plan asks(double speedup, double share = 0) {
  Plan plan;
  plan.questions = {{Ratio::speedup_over_naive, speedup}, {Ratio::share_of_copy, share}};
  return plan;
}

std::vector<Triple> times(std::size_t n, double copy, double naive, double solve) {
  return std::vector<Triple>(n, Triple{copy, naive, solve, 1});
}

TEST(Summary, OfNothingIsOpen) {
  const auto summary = summarise({}, asks(1.1));
  EXPECT_EQ(summary.answers, (std::vector{Answer::open, Answer::open}));
  EXPECT_EQ(summary.kept, 0U);
  EXPECT_FALSE(is_enough(summary, asks(1.1)));
}

TEST(Summary, TakesRatiosPerTripleAndMediansOfTimes) {
  const auto summary = summarise(times(30, 1, 6, 2), asks(1.1));
  EXPECT_EQ(summary.copy_seconds, 1);
  EXPECT_EQ(summary.naive_seconds, 6);
  EXPECT_EQ(summary.solve_seconds, 2);
  EXPECT_EQ(summary.ratio_to_copy.middle, 2);
  EXPECT_EQ(summary.speedup_over_naive.middle, 3);
  EXPECT_TRUE(summary.noise.empty());
  EXPECT_TRUE(is_enough(summary, asks(1.1)));
}

TEST(Summary, AnswersBothQuestionsAtTheirLimits) {
  const auto answers = [](double speedup, double share) {
    return summarise(times(30, 1, 6, 2), asks(speedup, share)).answers;
  };
  EXPECT_EQ(answers(3, 0.5), (std::vector{Answer::yes, Answer::yes}));
  EXPECT_EQ(answers(3.01, 0.51), (std::vector{Answer::no, Answer::no}));
}

TEST(Summary, IsOpenWhereTheIntervalHoldsTheLimit) {
  auto triples = times(30, 1, 6, 2);
  for (std::size_t i = 0; i < triples.size(); i += 2) triples[i].solve = 2.1;
  const auto plan = asks(2.95);
  const auto summary = summarise(triples, plan);
  EXPECT_EQ(summary.answers[0], Answer::open);
  EXPECT_FALSE(is_enough(summary, plan));
}

TEST(Summary, SaysNothingWhereTooMuchThrottles) {
  auto triples = times(100, 1, 6, 2);
  for (int i = 0; i < 30; ++i) triples[i].clock_ratio = 0.5;
  EXPECT_EQ(summarise(triples, asks(1.1)).answers[0], Answer::yes);
  triples[30].clock_ratio = 0.5;
  const auto summary = summarise(triples, asks(1.1));
  EXPECT_EQ(summary.answers[0], Answer::open);
  EXPECT_FALSE(summary.noise.empty());
}

TEST(Summary, SaysNothingAfterATimeThatIsNone) {
  auto triples = times(100, 1, 6, 2);
  triples[50].solve = 0;
  EXPECT_EQ(summarise(triples, asks(1.1)).answers[0], Answer::open);
}

TEST(Summary, EverythingThrottledIsOpenNotEmpty) {
  auto triples = times(100, 1, 6, 2);
  for (auto& triple : triples) triple.clock_ratio = 0.5;
  const auto summary = summarise(triples, asks(1.1));
  EXPECT_EQ(summary.triples, 100U);
  EXPECT_EQ(summary.kept, 0U);
  EXPECT_EQ(summary.answers[0], Answer::open);
}

TEST(Looks, GrowByAQuarterAndEndAtTheMost) {
  const Plan plan;
  std::vector<std::size_t> looks;
  for (auto n = next_look(0, plan); n != 0; n = next_look(n, plan)) looks.push_back(n);
  EXPECT_EQ(looks, (std::vector<std::size_t>{30, 37, 46, 57, 71, 88, 110, 137, 171, 200}));
  EXPECT_EQ(next_look(31, plan), 37U);
  EXPECT_EQ(next_look(29, plan), 30U);
}

TEST(Enough, WaitsForTheWidthButNotForEver) {
  Plan plan = asks(1.1);
  Summary summary;
  summary.kept = summary.triples = 60;
  summary.answers = {Answer::yes, Answer::yes};
  summary.ratio_to_copy = {2, 1.97, 2.02};
  EXPECT_FALSE(is_enough(summary, plan));
  summary.ratio_to_copy = {2, 1.985, 2.02};
  EXPECT_TRUE(is_enough(summary, plan));
  summary.ratio_to_copy = {2, 1.5, 2.5};
  summary.triples = 100;
  EXPECT_TRUE(is_enough(summary, plan));
}

}  // namespace
}  // namespace warpgrade::statistics
