// SPDX-License-Identifier: Apache-2.0
// Ladders that end early, single cases, extreme ones, and what is our own fault.
#include "harness/core/poison.hpp"
#include "harness/grading/grade.hpp"
#include "tests/grading/fake_runner.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace warpgrade::grading {
namespace {

constexpr double kTiled = 1.78;

TEST(GradeEnds, CrashesEndTheLadderEarly) {
  const auto graded = grade_solve([](const run::RunRequest&) {
    run::RunResult result;
    result.end = run::End::crashed;
    result.signal = 11;
    result.crash = "read device memory on the host: in + 0 bytes";
    return result;
  });
  const auto& report = graded.report;
  EXPECT_EQ(report.outcome, Outcome::crashed);
  EXPECT_EQ(report.correctness.cases_run, 2);
  EXPECT_NE(report.summary.find("in + 0 bytes"), std::string::npos);
  EXPECT_NE(report.details.back().find("12 cases were not run"), std::string::npos);
  EXPECT_EQ(report.correctness.smallest_failing_case->input, (Shape{1, 1}));
  EXPECT_EQ(graded.restarts, 1) << "one confirmed hang is enough";
}

TEST(GradeEnds, OneSlowShapeDoesNotEndTheLadder) {
  const auto report = grade_solve([](const run::RunRequest& request) {
                        auto result = right_solve(kTiled)(request);
                        if (request.input[1] > 200) {
                          result.evidence.findings.push_back(
                              error_finding(FindingKind::kernel_time_limit, "ran on", 9));
                        }
                        return result;
                      }).report;
  EXPECT_EQ(report.outcome, Outcome::time_limit);
  EXPECT_EQ(report.correctness.cases_run, 14);
  EXPECT_EQ(report.correctness.rule, "fails whenever cols > 200; rows does not matter");
  EXPECT_EQ(report.correctness.smallest_failing_case->input, (Shape{1, 201}));
}

TEST(GradeEnds, UnsupportedStopsAtOnce) {
  const auto graded = grade_solve([](const run::RunRequest& request) {
    auto result = right_solve(kTiled)(request);
    result.evidence.findings.push_back(
        error_finding(FindingKind::unsupported_instruction, "no wmma here", 9));
    return result;
  });
  EXPECT_EQ(graded.report.outcome, Outcome::unsupported);
  EXPECT_EQ(graded.report.correctness.cases_run, 1);
  EXPECT_FALSE(graded.report.correctness.smallest_failing_case);
}

TEST(GradeEnds, WrongOnlyOnTheTimingCase) {
  const auto report = grade_solve([](const run::RunRequest& request) {
                        auto result = right_solve(kTiled)(request);
                        if (request.input[0] > 250 || request.input[1] > 250) {
                          result.output.back() = kOutputPoison;
                        }
                        return result;
                      }).report;
  EXPECT_EQ(report.outcome, Outcome::wrong_output);
  EXPECT_EQ(report.correctness.cases_run, 15);
  EXPECT_EQ(report.correctness.smallest_failing_case->input, (Shape{1, 251}));
  EXPECT_FALSE(report.timing);
}

/// Fails on the extreme case only.
run::RunResult too_tall(const run::RunRequest& request) {
  if (request.input[0] > 400) return refused(request.input, "too many blocks along y");
  return right_solve(kTiled)(request);
}

exercise::Exercise with_extreme_case() {
  auto exercise = test_exercise();
  Case tall{{401, 1}, {}, 0, ""};
  tall.extreme = true;
  exercise.ladder.insert(exercise.ladder.begin(), tall);
  return exercise;
}

TEST(GradeEnds, ExtremeCasesComeLast) {
  const auto exercise = with_extreme_case();
  const auto graded =
      grade_solve(too_tall, [&](GradeRequest& request) { request.exercise = &exercise; });
  EXPECT_EQ(graded.report.outcome, Outcome::launch_failed);
  EXPECT_EQ(graded.report.correctness.cases_failed, 1);
  EXPECT_EQ(graded.report.correctness.smallest_failing_case->input, (Shape{401, 1}));
  EXPECT_EQ(graded.requests.front().input, (Shape{1, 1}));
}

TEST(GradeEnds, ExtremeCasesAreLeftOutWhereAllElseIsNotWell) {
  const auto exercise = with_extreme_case();
  const auto slow = [](const run::RunRequest& request) {
    auto result = too_tall(request);
    for (auto& step : result.evidence.steps) step.seconds = 3.24;
    return result;
  };
  const auto report =
      grade_solve(slow, [&](GradeRequest& request) { request.exercise = &exercise; }).report;
  EXPECT_EQ(report.outcome, Outcome::no_faster_than_naive);
}

TEST(GradeEnds, OneCaseAloneIsNoPass) {
  const auto graded = grade_solve(right_solve(kTiled), [](GradeRequest& request) {
    request.only = Shape{1, 33};
  });
  EXPECT_EQ(graded.report.outcome, Outcome::undecided);
  EXPECT_EQ(graded.requests.size(), 1U);
}

TEST(GradeEnds, ABrokenBaselineIsOurFault) {
  FakeRunner broken{copy_solve()};
  EXPECT_THROW(
      grade_solve(right_solve(kTiled), [&](GradeRequest& request) { request.naive = &broken; }),
      std::runtime_error);
}

TEST(GradeEnds, LeaksAreToldButDoNotFail) {
  const auto report = grade_solve([](const run::RunRequest& request) {
                        auto result = right_solve(kTiled)(request);
                        result.evidence.allocated_bytes = 4096;
                        return result;
                      }).report;
  EXPECT_EQ(report.outcome, Outcome::passed);
  ASSERT_FALSE(report.details.empty());
  EXPECT_NE(report.details.back().find("4096 bytes"), std::string::npos);
}

}  // namespace
}  // namespace warpgrade::grading
