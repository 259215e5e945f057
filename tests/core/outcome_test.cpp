// SPDX-License-Identifier: Apache-2.0
#include "harness/core/outcome.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace warpgrade {
namespace {

TEST(Outcome, NamesAreUniqueAndFindTheirOutcome) {
  std::set<std::string_view> names;
  std::set<std::string_view> headlines;
  for (int i = 0; i < kOutcomes; ++i) {
    const auto outcome = static_cast<Outcome>(i);
    EXPECT_EQ(outcome_of_name(outcome_name(outcome)), outcome);
    names.insert(outcome_name(outcome));
    headlines.insert(outcome_headline(outcome));
  }
  EXPECT_EQ(names.size(), kOutcomes);
  EXPECT_EQ(headlines.size(), kOutcomes);
}

TEST(Outcome, UnknownNamesHaveNone) {
  EXPECT_EQ(outcome_of_name("splendid"), std::nullopt);
  EXPECT_EQ(outcome_of_name(""), std::nullopt);
}

// The table of design 4 and docs/adr/0002.
TEST(Outcome, ExitCodesTellLearnerMachineAndUndecidedApart) {
  for (int i = 0; i < kOutcomes; ++i) {
    const auto outcome = static_cast<Outcome>(i);
    int expected = 1;
    if (outcome == Outcome::passed) expected = 0;
    if (outcome == Outcome::harness_failed || outcome == Outcome::unsupported) expected = 3;
    if (outcome == Outcome::undecided) expected = 4;
    EXPECT_EQ(exit_code(outcome), expected) << outcome_name(outcome);
  }
}

TEST(Outcome, PrecedenceIsTheOrderOfTheDesign) {
  EXPECT_LT(Outcome::harness_failed, Outcome::unsupported);
  EXPECT_LT(Outcome::crashed, Outcome::launch_failed);
  EXPECT_LT(Outcome::barrier_fault, Outcome::out_of_bounds);
  EXPECT_LT(Outcome::out_of_bounds, Outcome::wrong_output);
  EXPECT_LT(Outcome::wrong_output, Outcome::shared_memory_race);
  EXPECT_LT(Outcome::no_faster_than_naive, Outcome::goal_missed);
  EXPECT_LT(Outcome::undecided, Outcome::passed);
}

TEST(Outcome, TheVerdictOnNaiveIsInTheWordsOfTheTask) {
  EXPECT_EQ(outcome_headline(Outcome::no_faster_than_naive), "CORRECT BUT NO FASTER THAN NAIVE");
}

}  // namespace
}  // namespace warpgrade
