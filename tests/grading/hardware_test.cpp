// SPDX-License-Identifier: Apache-2.0
// Two devices, one verdict.
#include "harness/grading/hardware.hpp"

#include "harness/core/poison.hpp"
#include "tests/grading/fake_runner.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpgrade::grading {
namespace {

constexpr double kTiled = 1.78;

run::RunResult with_a_wrong_cell(const run::RunRequest& request) {
  auto result = right_solve(kTiled)(request);
  result.output[0] = kOutputPoison;
  return result;
}

run::RunResult with_a_race(const run::RunRequest& request) {
  auto result = with_a_wrong_cell(request);
  result.evidence.findings.push_back(
      error_finding(FindingKind::shared_memory_race, "two warps meet in tile[0][0]", 12));
  return result;
}

Clocked clocked(double ratio, const Shape& input) {
  Clocked clocked;
  clocked.timing.basis = Basis::measured;
  clocked.timing.input = input;
  clocked.timing.copy_seconds = 1;
  clocked.timing.naive_seconds = 7;
  clocked.timing.solve_seconds = ratio;
  clocked.timing.ratio_to_copy = ratio;
  clocked.timing.ratio_low = ratio * 0.99;
  clocked.timing.ratio_high = ratio * 1.01;
  clocked.timing.speedup_over_naive = 7 / ratio;
  return clocked;
}

struct OnBoth {
  Graded graded;
  std::vector<FakeRunner::Seen> on_gpu;
  std::vector<Shape> timed;
  std::vector<std::size_t> questions;
};

/// Grades with a GPU beside the emulated device.
OnBoth grade_on_both(const Solve& emulated, const Solve& gpu,
                     const std::function<Clocked(const Shape&)>& time) {
  OnBoth both;
  FakeRunner runner{gpu};
  Hardware hardware;
  hardware.name = "NVIDIA H200";
  hardware.submission = &runner;
  hardware.l2_bytes = 1 << 20;
  hardware.time = [&](const Shape& input, std::span<const statistics::Question> questions) {
    both.timed.push_back(input);
    both.questions.push_back(questions.size());
    return time(input);
  };
  both.graded = grade_solve(emulated, [&](GradeRequest& request) { request.hardware = &hardware; });
  both.on_gpu = runner.requests;
  return both;
}

OnBoth grade_on_both(const Solve& emulated, const Solve& gpu) {
  return grade_on_both(emulated, gpu, [](const Shape& input) { return clocked(kTiled, input); });
}

bool tells(const Report& report, std::string_view part) {
  return std::ranges::any_of(report.details, [&](const std::string& line) {
    return line.find(part) != std::string::npos;
  });
}

TEST(Hardware, TheGpuRunsTheWholeLadderAndItsTimesCount) {
  const auto both = grade_on_both(right_solve(3), right_solve(0));
  const auto& report = both.graded.report;
  EXPECT_EQ(report.outcome, Outcome::passed) << report.summary;
  EXPECT_EQ(both.on_gpu.size(), 14U);
  ASSERT_TRUE(report.timing);
  EXPECT_EQ(report.timing->basis, Basis::measured);
  EXPECT_DOUBLE_EQ(report.timing->ratio_to_copy, kTiled);
  EXPECT_GT(8 * report.timing->input[0] * report.timing->input[1], 4 << 20) << "beyond 4x L2";
  ASSERT_EQ(report.other_timings.size(), 1U);
  EXPECT_EQ(report.other_timings[0].input, (Shape{203, 301})) << "the lesson's case beside it";
  EXPECT_EQ(both.questions, (std::vector<std::size_t>{1, 0}));
  const auto goal = std::ranges::find(report.goals, "faster_than_naive", &GoalReport::name);
  ASSERT_NE(goal, report.goals.end());
  EXPECT_DOUBLE_EQ(goal->value, 7 / kTiled) << "measured, not modelled";
  EXPECT_EQ(report.counters.size(), 1U) << "the emulated device counts";
}

TEST(Hardware, AModelledTimeDecidesNothing) {
  // Modelled as slow as naive, measured as fast as the tile.
  EXPECT_EQ(grade_on_both(naive_solve(), right_solve(0)).graded.report.outcome, Outcome::passed);
  const auto slow = grade_on_both(right_solve(kTiled), right_solve(0),
                                  [](const Shape& input) { return clocked(7, input); });
  EXPECT_EQ(slow.graded.report.outcome, Outcome::no_faster_than_naive);
}

TEST(Hardware, DisagreementIsNobodysVerdict) {
  for (const bool gpu_is_right : {false, true}) {
    const Solve right = right_solve(kTiled);
    const auto both = gpu_is_right ? grade_on_both(with_a_wrong_cell, right)
                                   : grade_on_both(right, with_a_wrong_cell);
    const auto& report = both.graded.report;
    EXPECT_EQ(report.outcome, Outcome::harness_failed);
    EXPECT_NE(report.summary.find("disagree"), std::string::npos) << report.summary;
    EXPECT_NE(report.summary.find("passed"), std::string::npos) << report.summary;
    EXPECT_NE(report.summary.find("wrong_output (1 wrong cells)"), std::string::npos)
        << report.summary;
    EXPECT_EQ(both.timed.size(), 0U);
  }
}

TEST(Hardware, AFaultThatIsExplainedNeedsNoSecondWitness) {
  const auto both = grade_on_both(with_a_race, right_solve(0));
  const auto& report = both.graded.report;
  EXPECT_NE(report.outcome, Outcome::harness_failed) << report.summary;
  EXPECT_NE(report.outcome, Outcome::passed);
  EXPECT_TRUE(tells(report, "such a fault need not show"));
  EXPECT_LE(both.on_gpu.size(), 4U) << "a few of the failing cases are enough";
}

TEST(Hardware, BothWrongIsTheLearnersVerdict) {
  const auto both = grade_on_both(with_a_wrong_cell, with_a_wrong_cell);
  EXPECT_EQ(both.graded.report.outcome, Outcome::wrong_output);
  EXPECT_TRUE(tells(both.graded.report, "on the NVIDIA H200"));
}

TEST(Hardware, ALaunchThatOnlyTheGpuRefusesIsTheLearnersFault) {
  const auto both = grade_on_both(right_solve(kTiled), [](const run::RunRequest& request) {
    return refused(request.input, "too many registers");
  });
  EXPECT_EQ(both.graded.report.outcome, Outcome::launch_failed) << both.graded.report.summary;
}

/// Managed memory is only there on the emulated device.
TEST(Hardware, WhatTheGpuDoesNotSupportIsNoDisagreement) {
  const auto both = grade_on_both(right_solve(kTiled), [](const run::RunRequest& request) {
    auto result = right_solve(kTiled)(request);
    result.evidence.findings.push_back(
        error_finding(FindingKind::unsupported_call, "cudaMallocManaged", 0));
    return result;
  });
  EXPECT_EQ(both.graded.report.outcome, Outcome::unsupported) << both.graded.report.summary;
}

TEST(Hardware, WrongWhileTimedIsWrong) {
  const auto both = grade_on_both(right_solve(kTiled), right_solve(0), [](const Shape& input) {
    auto result = clocked(kTiled, input);
    result.wrong_cells = 5;
    return result;
  });
  EXPECT_EQ(both.graded.report.outcome, Outcome::wrong_output) << both.graded.report.summary;
}

TEST(Hardware, ARunThatDiesWhileTimedIsNoPass) {
  const auto both = grade_on_both(right_solve(kTiled), right_solve(0), [](const Shape& input) {
    auto result = clocked(kTiled, input);
    result.failed = true;
    return result;
  });
  EXPECT_EQ(both.graded.report.outcome, Outcome::crashed);
}

TEST(Hardware, WhatCannotBeTimedIsUndecided) {
  const auto both = grade_on_both(right_solve(kTiled), right_solve(0), [](const Shape&) {
    Clocked result;
    result.problem = "solve() reads results back";
    return result;
  });
  EXPECT_EQ(both.graded.report.outcome, Outcome::undecided);
  EXPECT_TRUE(tells(both.graded.report, "solve() reads results back"));
}

TEST(Hardware, NoiseIsUndecidedAndNamed) {
  const auto both = grade_on_both(right_solve(kTiled), right_solve(0), [](const Shape& input) {
    auto result = clocked(6.4, input);
    result.timing.undecided = true;
    result.timing.noise = {"another program uses the GPU"};
    return result;
  });
  EXPECT_EQ(both.graded.report.outcome, Outcome::undecided);
  EXPECT_NE(both.graded.report.summary.find("another program uses the GPU"), std::string::npos);
}

}  // namespace
}  // namespace warpgrade::grading
