// SPDX-License-Identifier: Apache-2.0
// A ladder with a giant case, through the whole pipeline.
#include "harness/core/index_fill.hpp"
#include "harness/grading/grade.hpp"
#include "harness/grading/hardware.hpp"
#include "tests/grading/fake_runner.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpgrade::grading {
namespace {

constexpr Extent kGiant{46341, 46342};
constexpr double kFast = 1.78;
constexpr double kAsNaive = 3.24;

exercise::Exercise with_giant() {
  auto exercise = test_exercise();
  Case giant{kGiant, {}, 0, "32-bit indices"};
  giant.giant = true;
  exercise.ladder.insert(exercise.ladder.begin(), giant);  // It runs last wherever it stands.
  return exercise;
}

/// One launch whose first cells are right.
run::RunResult sampled_right() {
  const IndexFill fill{kGiant.rows * kGiant.cols, 0};
  run::RunResult result;
  Step step;
  step.blocks_sampled = 25;
  step.counters.grid = {1449, 1449, 1};
  result.evidence.steps = {step};
  result.touched_out = {{0, {fill.bits(0), fill.bits(kGiant.cols)}}};
  return result;
}

Solve giant_solve(double seconds, const run::RunResult& sampled) {
  return [=, ordinary = right_solve(seconds)](const run::RunRequest& request) {
    return request.sampled ? sampled : ordinary(request);
  };
}

Graded grade_giant(const Solve& solve, const std::function<void(GradeRequest&)>& change = {}) {
  const auto exercise = with_giant();
  return grade_solve(solve, [&](GradeRequest& request) {
    request.exercise = &exercise;
    if (change) change(request);
  });
}

bool tells(const Report& report, std::string_view part) {
  return std::ranges::any_of(report.details, [&](const std::string& line) {
    return line.find(part) != std::string::npos;
  });
}

std::ptrdiff_t giants(const std::vector<FakeRunner::Seen>& requests) {
  return std::ranges::count(requests, kGiant, &FakeRunner::Seen::input);
}

TEST(Giant, RunsLastAndIsSaidToBeASample) {
  const auto graded = grade_giant(giant_solve(kFast, sampled_right()));
  const auto& report = graded.report;
  EXPECT_EQ(report.outcome, Outcome::passed) << report.summary;
  EXPECT_EQ(graded.requests.back().input, kGiant);
  EXPECT_EQ(giants(graded.requests), 1);
  EXPECT_EQ(report.correctness.cases_run, std::ssize(with_giant().ladder));
  ASSERT_EQ(report.correctness.sampled.size(), 1U);
  EXPECT_EQ(report.correctness.sampled[0].cells_checked, 2U);
  EXPECT_TRUE(tells(report, "46341 x 46342 was sampled: 25 of 2099601 blocks"));
}

TEST(Giant, AWrappedIndexIsFoundThereAndNowhereBelow) {
  auto wrapped = sampled_right();
  Finding finding;
  finding.kind = FindingKind::out_of_bounds;
  finding.message = "read of 4 bytes";
  finding.where = {"a.cu", 12};
  wrapped.evidence.findings = {finding};
  const auto graded = grade_giant(giant_solve(kFast, wrapped));
  const auto& report = graded.report;
  EXPECT_EQ(report.outcome, Outcome::out_of_bounds);
  EXPECT_NE(report.summary.find("wraps past 2^31 elements"), std::string::npos) << report.summary;
  EXPECT_NE(report.summary.find("line 12"), std::string::npos) << report.summary;
  ASSERT_TRUE(report.correctness.smallest_failing_case);
  EXPECT_EQ(report.correctness.smallest_failing_case->input, kGiant);
  EXPECT_FALSE(report.correctness.smallest_failing_case->proved_smallest);
  EXPECT_TRUE(report.again.ends_with("--case 46341x46342")) << report.again;
  EXPECT_EQ(giants(graded.requests), 2) << "once more in a fresh process, and no search";
  EXPECT_TRUE(report.timing) << "what was timed stays";
}

TEST(Giant, WrongCellsAreShown) {
  auto wrong = sampled_right();
  wrong.touched_out[0].cells[1] = 5;
  const auto report = grade_giant(giant_solve(kFast, wrong)).report;
  EXPECT_EQ(report.outcome, Outcome::wrong_output);
  EXPECT_FALSE(report.summary.empty());
  ASSERT_EQ(report.correctness.first_wrong_cells.size(), 1U);
  EXPECT_EQ(report.correctness.first_wrong_cells[0].got, 5U);
}

TEST(Giant, WhatSaysNothingIsNotCounted) {
  auto copies = sampled_right();
  Step step;
  step.kind = Step::Kind::memory_copy;
  copies.evidence.steps.push_back(step);
  const auto report = grade_giant(giant_solve(kFast, copies)).report;
  EXPECT_EQ(report.outcome, Outcome::passed);
  EXPECT_EQ(report.correctness.cases_run, std::ssize(with_giant().ladder) - 1);
  EXPECT_TRUE(tells(report, "the giant case 46341 x 46342 was not run: solve() copies"));
}

TEST(Giant, ASlowKernelHearsThatFirst) {
  const auto graded = grade_giant(giant_solve(kAsNaive, sampled_right()));
  EXPECT_EQ(graded.report.outcome, Outcome::no_faster_than_naive);
  EXPECT_EQ(giants(graded.requests), 0);
  EXPECT_TRUE(tells(graded.report, "one case is left for when all else is well"));
}

TEST(Giant, CanBeAskedForAlone) {
  const auto graded = grade_giant(giant_solve(kFast, sampled_right()),
                                  [](GradeRequest& request) { request.only = kGiant; });
  EXPECT_EQ(graded.report.outcome, Outcome::undecided) << graded.report.summary;
  EXPECT_EQ(graded.requests.size(), 1U);
  EXPECT_EQ(graded.report.correctness.sampled.size(), 1U);
}

TEST(Giant, IsNotForTheGpuWhichIsSaid) {
  FakeRunner runner{right_solve(0)};
  Hardware hardware;
  hardware.name = "NVIDIA H200";
  hardware.submission = &runner;
  hardware.time = [](const Shape&, std::span<const statistics::Question>) {
    Clocked clocked;
    clocked.timing.basis = Basis::measured;
    clocked.timing.copy_seconds = 1;
    clocked.timing.ratio_to_copy = kFast;
    clocked.timing.speedup_over_naive = clocked.timing.speedup_low = kAsNaive / kFast;
    clocked.timing.solve_seconds = kFast;
    return clocked;
  };
  const auto graded = grade_giant(giant_solve(kFast, sampled_right()),
                                  [&](GradeRequest& request) { request.hardware = &hardware; });
  EXPECT_EQ(giants(graded.requests), 1);
  EXPECT_EQ(giants(runner.requests), 0);
  EXPECT_TRUE(tells(graded.report, "46341 x 46342 was not run on the NVIDIA H200"));
}

}  // namespace
}  // namespace warpgrade::grading
