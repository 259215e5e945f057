// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/judge/goals.hpp"
#include "harness/grading/judge/judge.hpp"

#include <gtest/gtest.h>

#include <ostream>
#include <tuple>

namespace warpgrade::judge {
namespace {

// The lesson's times on a Tesla T4.
Timing timing(double solve) {
  Timing t;
  t.copy_seconds = 228e-6;
  t.naive_seconds = 737e-6;
  t.solve_seconds = solve;
  t.ratio_to_copy = t.solve_seconds / t.copy_seconds;
  t.speedup_over_naive = t.naive_seconds / t.solve_seconds;
  return t;
}

struct Row {
  std::string name;
  double solve_seconds = 406e-6;
  double load_sectors = 1;
  double store_sectors = 1;
  double wavefronts = 1;
  warpgrade::Outcome outcome = Outcome::passed;
  std::string says;
};
void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

class SpeedRulings : public testing::TestWithParam<Row> {};

TEST_P(SpeedRulings, FollowFromTimesAndCounters) {
  const auto& row = GetParam();
  const auto t = timing(row.solve_seconds);
  Limits limits;
  limits.faster_than_naive = 1.10;
  limits.max_sectors_vs_copy = 2.0;
  limits.max_wavefronts_vs_ideal = 1.5;
  const Measures measures{t.speedup_over_naive, 1 / t.ratio_to_copy, row.load_sectors,
                          row.store_sectors,    row.wavefronts,      0};
  const auto goals = check_goals(limits, measures);
  const auto ruling = judge_speed({&t, goals});
  EXPECT_EQ(outcome_name(ruling.outcome), outcome_name(row.outcome));
  EXPECT_NE(ruling.reason.find(row.says), std::string::npos) << ruling.reason;
}

INSTANTIATE_TEST_SUITE_P(
    Table, SpeedRulings,
    testing::Values(
        Row{"tiled", 406e-6, 1, 1, 1, Outcome::passed, "1.78x of copy's time"},
        Row{"naive", 737e-6, 1, 6.6, 1, Outcome::no_faster_than_naive,
            "correct but no faster than the naive kernel: 1.00x"},
        Row{"a_little_faster", 680e-6, 1, 1, 1, Outcome::no_faster_than_naive, "1.08x"},
        Row{"strided_load", 260e-6, 6.56, 1, 1, Outcome::goal_missed,
            "load 6.56 times the sectors that copy loads"},
        Row{"strided_store", 260e-6, 1, 6.56, 1, Outcome::goal_missed, "global write is strided"},
        Row{"conflicts", 406e-6, 1, 1, 16.4, Outcome::goal_missed, "bank conflicts"},
        Row{"as_fast_as_cublas", 0.93 * 228e-6, 1, 1, 1, Outcome::passed, ""},
        Row{"impossible", 0.85 * 228e-6, 1, 1, 1, Outcome::suspect, "faster than is possible"},
        Row{"impossible_and_strided", 0.5 * 228e-6, 7, 7, 1, Outcome::suspect, ""},
        Row{"no_time_at_all", 0, 1, 1, 1, Outcome::suspect, ""}),
    [](const auto& row) { return row.param.name; });

TEST(SpeedRuling, NothingTimedIsNoPass) {
  EXPECT_EQ(judge_speed({nullptr, {}}).outcome, Outcome::undecided);
}

/// A ruling on a timing that noise left open; the goal on time looks missed, as does `other` if
/// given.
Ruling noisy(std::optional<GoalReport> other) {
  auto t = timing(700e-6);
  t.basis = Basis::measured;
  t.undecided = true;
  t.noise = {"another program uses the GPU"};
  std::vector<GoalReport> goals{{"faster_than_naive", 1.1, 1.05, false},
                                {"min_share_of_copy", 0.9, 0.3, false}};
  if (other) goals.push_back(*other);
  return judge_speed({&t, goals});
}

TEST(SpeedRuling, NoiseLeavesGoalsOnTimeOpenAndIsNamed) {
  const auto ruling = noisy({});
  EXPECT_EQ(ruling.outcome, Outcome::undecided);
  EXPECT_NE(ruling.reason.find("another program uses the GPU"), std::string::npos);
}

TEST(SpeedRuling, NoiseExcusesNoGoalOnCounters) {
  EXPECT_EQ(noisy({{"max_load_sectors_vs_copy", 2, 6.5, false}}).outcome, Outcome::goal_missed);
}

TEST(SpeedRuling, NoiseIsNoReasonForSuspicion) {
  auto t = timing(0.85 * 228e-6);
  t.ratio_high = 0.95;
  EXPECT_EQ(judge_speed({&t, {}}).outcome, Outcome::passed);
  t.ratio_high = 0.89;
  EXPECT_EQ(judge_speed({&t, {}}).outcome, Outcome::suspect);
}

TEST(SpeedRuling, MemcpyIsACeilingToo) {
  auto t = timing(0.85 * 228e-6);
  t.memcpy_seconds = 0.85 * 228e-6;
  EXPECT_EQ(judge_speed({&t, {}}).outcome, Outcome::passed);
}

TEST(Goals, AbsentLimitsAreNotJudged) { EXPECT_TRUE(check_goals({}, {}).empty()); }

TEST(Goals, LimitsThemselvesAreMet) {
  Limits limits;
  limits.faster_than_naive = 1.1;
  limits.max_sectors_vs_copy = 2;
  limits.min_share_of_copy = 0.5;
  limits.min_dynamic_shared_bytes = 49153;
  for (const auto& goal : check_goals(limits, {1.1, 0.5, 2, 2, 1, 49153})) {
    EXPECT_TRUE(goal.met) << goal.name;
  }
  for (const auto& goal : check_goals(limits, {1.09, 0.49, 2.01, 2.01, 1, 49152})) {
    EXPECT_FALSE(goal.met) << goal.name;
  }
}

TEST(Goals, AddUpAllKernels) {
  KernelCounters half;
  half.global_load.sectors = 50;
  half.global_store.sectors = 100;
  half.shared_load = {10, 320, 10};
  half.shared_store = {10, 10, 10};
  half.dynamic_shared_bytes = 4224;
  KernelCounters copy;
  copy.global_load.sectors = 100;
  copy.global_store.sectors = 100;
  const auto t = timing(406e-6);
  const std::vector halves{half, half};
  const auto measures = measure({halves, {&copy, 1}, {}}, t);
  EXPECT_DOUBLE_EQ(measures.load_sectors_vs_copy, 1);
  EXPECT_DOUBLE_EQ(measures.store_sectors_vs_copy, 2);
  EXPECT_DOUBLE_EQ(measures.wavefronts_vs_ideal, 16.5);
  EXPECT_EQ(measures.dynamic_shared_bytes, 4224U);
  EXPECT_NEAR(measures.share_of_copy, 0.56, 0.01);
  EXPECT_DOUBLE_EQ(measure({{&copy, 1}, {&copy, 1}, {}}, t).wavefronts_vs_ideal, 1);
}

TEST(JudgeSpeed, FasterThanTheMemoryIsSuspect) {
  // 228 us for 48 MB are 211 GB/s.
  for (const auto& [peak, fits, outcome] : {std::tuple{320e9, false, Outcome::passed},
                                            {200e9, false, Outcome::suspect},
                                            {200e9, true, Outcome::passed},
                                            {0.0, false, Outcome::passed}}) {
    auto t = timing(228e-6);
    t.bytes_moved = 48088024;
    t.peak_bytes_per_second = peak;
    t.fits_in_l2 = fits;
    EXPECT_EQ(judge_speed({&t, {}}).outcome, outcome) << peak << ' ' << fits;
  }
}

TEST(SpeedRuling, AMissedGoalSaysWhatHelps) {
  const auto t = timing(260e-6);
  const auto ruling = [&](const char* goal, double value) {
    const GoalReport missed{goal, 1.15, value, false};
    return judge_speed({&t, {&missed, 1}});
  };
  const auto strided = ruling("max_store_sectors_vs_copy", 6.5);
  const auto in_parts = ruling("max_store_sectors_vs_copy", 1.22);
  EXPECT_NE(strided.reason.find("strided"), std::string::npos) << strided.reason;
  EXPECT_NE(in_parts.reason.find("in parts"), std::string::npos) << in_parts.reason;
  EXPECT_NE(strided.hint, in_parts.hint);
  EXPECT_NE(ruling("max_wavefronts_vs_ideal", 32).hint.find("one element longer"),
            std::string::npos);
  for (const auto* goal : {"min_share_of_copy", "min_dynamic_shared_bytes"}) {
    EXPECT_NE(ruling(goal, 0.5).hint, "") << goal;
  }
  EXPECT_NE(ruling("claims_of_the_future", 0).reason.find("claims_of_the_future"),
            std::string::npos);
}

TEST(Goals, WavefrontsOfEachLaunchAreExact) {
  Limits limits;
  limits.wavefronts_per_request = {1, 2, 4};
  Measures measures{};
  measures.wavefronts_per_request = {1, 1, 4};
  const auto goals = check_goals(limits, measures);
  ASSERT_EQ(goals.size(), 3U);
  EXPECT_TRUE(goals[0].met);
  EXPECT_FALSE(goals[1].met);
  EXPECT_TRUE(goals[2].met);
  EXPECT_TRUE(goals[1].exact);
  const auto t = timing(406e-6);
  EXPECT_NE(judge_speed({&t, goals})
                .reason.find(
                    "its launch 2 takes 1.00 wavefronts for each read of shared memory, exactly 2"),
            std::string::npos);
}

TEST(Goals, AnotherNumberOfLaunchesMissesThemAll) {
  Limits limits;
  limits.wavefronts_per_request = {1, 2, 4};
  Measures measures{};
  measures.wavefronts_per_request = {1, 2};
  const auto goals = check_goals(limits, measures);
  ASSERT_EQ(goals.size(), 1U);
  EXPECT_FALSE(goals[0].met);
  EXPECT_EQ(goals[0].value, 2);
}

TEST(Goals, WavefrontsAreThoseOfLaunchesThatReadShared) {
  KernelCounters first;
  first.shared_load = {10, 40, 10};
  KernelCounters none;
  const std::vector launches{first, none, first};
  EXPECT_EQ(measure({launches, {}, {}}, {}).wavefronts_per_request, (std::vector<double>{4, 4}));
}

TEST(Goals, LoadsAreComparedWithNaive) {
  KernelCounters few;
  few.global_load.sectors = 10;
  KernelCounters many;
  many.global_load.sectors = 100;
  EXPECT_DOUBLE_EQ(measure({{&few, 1}, {}, {&many, 1}}, {}).load_sectors_vs_naive, 0.1);
}

TEST(JudgeSpeed, WhatMovesLessThanTheCopyMayBeFaster) {
  auto t = timing(130e-6);  // 0.57 of copy.
  t.bytes_copied = 48'000'000;
  t.bytes_moved = 48'000'000;
  EXPECT_EQ(judge_speed({&t, {}}).outcome, Outcome::suspect);
  t.bytes_moved = 24'000'000;
  EXPECT_EQ(judge_speed({&t, {}}).outcome, Outcome::passed);
}

}  // namespace
}  // namespace warpgrade::judge
