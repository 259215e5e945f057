// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/claims/claims.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace warpgrade::grading {
namespace {

Report passed(double ratio_to_copy) {
  Report report;
  report.outcome = Outcome::passed;
  report.timing.emplace();
  report.timing->ratio_to_copy = ratio_to_copy;
  return report;
}

constexpr auto kBoth =
    "#include <x>\n  // ratio to copy: 1.78x\n//gap: lanes queue for one bank \r\n";

TEST(Claims, AreReadFromComments) {
  const auto claims = read_claims(kBoth);
  EXPECT_EQ(claims.ratio_to_copy, 1.78);
  EXPECT_EQ(claims.gap, "lanes queue for one bank");
  EXPECT_TRUE(are_complete(claims));
}

TEST(Claims, UpperCaseAndTheFirstOfEachCount) {
  const auto claims =
      read_claims("/// RATIO to copy: 2\n// ratio to copy: 3x\n// Gap: a\n// gap: b");
  EXPECT_EQ(claims.ratio_to_copy, 2);
  EXPECT_EQ(claims.gap, "a");
}

TEST(Claims, WhatIsNoNumberIsNoRatio) {
  for (const auto* text : {"", "fast", "x", "-1x", "0x", "nan", "inf", "1.78 times", "1e999"}) {
    EXPECT_EQ(read_claims("// ratio to copy: " + std::string{text}).ratio_to_copy, std::nullopt)
        << text;
  }
  EXPECT_EQ(read_claims("// ratio to copy: 1.78 x").ratio_to_copy, 1.78);
}

TEST(Claims, CodeIsNoClaim) {
  EXPECT_FALSE(
      are_complete(read_claims("ratio to copy: 1.78x\ngap: none\nint a; // gap: late\n//")));
  EXPECT_FALSE(are_complete(read_claims("")));
}

TEST(Claims, TheTemplateOfAStarterIsNoClaim) {
  const auto claims = read_claims("// ratio to copy: 0.00x\n// gap: ...\n");
  EXPECT_EQ(claims.ratio_to_copy, std::nullopt);
  EXPECT_EQ(claims.gap, "");
}

TEST(Claims, ALongSentenceIsCut) {
  EXPECT_EQ(read_claims("// gap: " + std::string(5000, 'a')).gap.size(), 300U);
}

TEST(Claims, AgreeWithinTenPercent) {
  for (const auto& [found, agrees] :
       {std::pair{1.78, true}, {1.65, true}, {1.55, false}, {2.1, false}}) {
    auto report = passed(found);
    judge_claims(read_claims(kBoth), false, report);
    EXPECT_EQ(report.claims.agrees, agrees) << found;
    EXPECT_EQ(report.outcome, Outcome::passed);
  }
}

TEST(Claims, NameTheCardBehindTheRatio) {
  EXPECT_EQ(read_claims("// ratio to copy: 1.78x ( Tesla T4 )").card, "Tesla T4");
  for (const auto* none : {"1.78x", "1.78x of copy", "1.78x (", "1.78x )T4(", "1.78x ()"}) {
    const auto claims = read_claims(std::string{"// ratio to copy: "} + none);
    EXPECT_EQ(claims.card, "") << none;
    EXPECT_EQ(claims.ratio_to_copy, 1.78) << none;
  }
}

TEST(Claims, OfAnotherCardAreNotCompared) {
  for (const auto& [card, agrees] : {std::pair{"Tesla T4", std::optional{false}},
                                     {"my t4", std::optional{false}},
                                     {"", std::optional{false}},
                                     {"NVIDIA H200", std::optional<bool>{}}}) {
    auto report = passed(5);
    report.device = {"emulated", "Tesla T4", "t4"};
    judge_claims(read_claims(fmt::format("// ratio to copy: 1.78x ({})\n// gap: a", card)), true,
                 report);
    EXPECT_EQ(report.claims.agrees, agrees) << card;
    EXPECT_EQ(report.outcome, agrees ? Outcome::goal_missed : Outcome::passed) << card;
  }
}

TEST(Claims, TheCaseShownBesideCountsToo) {
  auto report = passed(2.06);
  report.other_timings.emplace_back().ratio_to_copy = 1.8;
  judge_claims(read_claims(kBoth), true, report);
  EXPECT_EQ(report.claims.agrees, true);
  EXPECT_EQ(report.outcome, Outcome::passed);
}

TEST(Claims, WithoutATimeThereIsNothingToAgreeWith) {
  Report report;
  judge_claims(read_claims(kBoth), false, report);
  EXPECT_EQ(report.claims.agrees, std::nullopt);
}

TEST(Claims, MissingOnesMissAGoalOnlyWhereRequired) {
  auto report = passed(1.78);
  judge_claims({}, false, report);
  EXPECT_EQ(report.outcome, Outcome::passed);
  EXPECT_TRUE(report.goals.empty());
  judge_claims({}, true, report);
  EXPECT_EQ(report.outcome, Outcome::goal_missed);
  ASSERT_EQ(report.goals.size(), 1U);
  EXPECT_FALSE(report.goals.front().met);
}

TEST(Claims, MissingOnesDoNotHideAWorseOutcome) {
  auto report = passed(1.78);
  report.outcome = Outcome::wrong_output;
  judge_claims({}, true, report);
  EXPECT_EQ(report.outcome, Outcome::wrong_output);
}

}  // namespace
}  // namespace warpgrade::grading
