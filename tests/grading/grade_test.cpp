// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/grade.hpp"

#include "harness/core/poison.hpp"
#include "tests/grading/fake_runner.hpp"

#include <gtest/gtest.h>

namespace warpgrade::grading {
namespace {

constexpr double kTiled = 1.78;

std::int64_t tiles(std::int64_t side) { return (side + 31) / 32; }

/// Writes only output cells whose tile the grid reaches.
run::RunResult with_grid(const run::RunRequest& request, Dim3 grid) {
  const auto [rows, cols] = request.input.extent();
  auto output = transposed(request.input, request.values);
  for (std::int64_t r = 0; r < cols; ++r) {
    for (std::int64_t c = 0; c < rows; ++c) {
      if (r / 32 < grid.x && c / 32 < grid.y) continue;
      output[static_cast<std::size_t>(r * rows + c)] = kOutputPoison;
    }
  }
  auto result = returned(request.input, std::move(output), kTiled);
  result.evidence.steps[0].counters.grid = grid;
  return result;
}

run::RunResult swapped_grid(const run::RunRequest& request) {
  return with_grid(request, {static_cast<std::uint32_t>(tiles(request.input[0])),
                             static_cast<std::uint32_t>(tiles(request.input[1])), 1});
}

run::RunResult grid_rounds_down(const run::RunRequest& request) {
  const Dim3 grid{static_cast<std::uint32_t>(request.input[1] / 32),
                  static_cast<std::uint32_t>(request.input[0] / 32), 1};
  if (volume(grid) == 0) return refused(request.input, "the grid has no blocks along x");
  return with_grid(request, grid);
}

TEST(Grade, PassesARightKernel) {
  const auto graded = grade_solve(right_solve(kTiled));
  const auto& report = graded.report;
  EXPECT_EQ(report.outcome, Outcome::passed);
  EXPECT_EQ(report.correctness.cases_run, 14);
  EXPECT_EQ(report.correctness.cases_failed, 0);
  ASSERT_TRUE(report.timing);
  EXPECT_DOUBLE_EQ(report.timing->ratio_to_copy, kTiled);
  EXPECT_DOUBLE_EQ(report.timing->ratio_low, kTiled);
  EXPECT_NEAR(report.timing->speedup_over_naive, 3.24 / kTiled, 1e-12);
  EXPECT_EQ(report.timing->bytes_moved, 2U * 4 * 203 * 301);
  EXPECT_TRUE(report.timing->fits_in_l2);
  ASSERT_EQ(report.counters.size(), 1U);
  EXPECT_DOUBLE_EQ(report.counters[0].load_sectors_vs_copy, 1);
  EXPECT_EQ(report.goals.size(), 3U);
  EXPECT_EQ(report.again, "");
  EXPECT_EQ(graded.restarts, 0);
  EXPECT_FALSE(graded.requests.back().checks) << "the timing case counts only";
  EXPECT_TRUE(graded.requests.back().count);
}

TEST(Grade, CorrectButNoFasterThanNaive) {
  const auto report = grade_solve(naive_solve()).report;
  EXPECT_EQ(report.outcome, Outcome::no_faster_than_naive);
  EXPECT_NE(report.summary.find("correct but no faster than the naive kernel"), std::string::npos);
  EXPECT_NE(report.hint, "");
}

TEST(Grade, MissesAGoalOnSectors) {
  const auto report = grade_solve([](const run::RunRequest& request) {
                        auto result = right_solve(1.2)(request);
                        result.evidence.steps[0].counters.global_load.sectors *= 7;
                        return result;
                      }).report;
  EXPECT_EQ(report.outcome, Outcome::goal_missed);
  EXPECT_DOUBLE_EQ(report.counters[0].load_sectors_vs_copy, 7);
}

TEST(Grade, AllStepsCountAsTime) {
  const auto report = grade_solve([](const run::RunRequest& request) {
                        auto result = right_solve(1)(request);
                        Step copy;
                        copy.kind = Step::Kind::memory_copy;
                        copy.seconds = 2.5;
                        result.evidence.steps.push_back(copy);
                        return result;
                      }).report;
  EXPECT_DOUBLE_EQ(report.timing->solve_seconds, 3.5);
  EXPECT_EQ(report.outcome, Outcome::no_faster_than_naive);
}

TEST(Grade, ExplainsASwappedGrid) {
  const auto report = grade_solve(swapped_grid).report;
  const auto& c = report.correctness;
  EXPECT_EQ(report.outcome, Outcome::wrong_output);
  ASSERT_TRUE(c.smallest_failing_case);
  EXPECT_EQ(c.smallest_failing_case->input[0], 1);
  EXPECT_EQ(c.smallest_failing_case->input[1], 33);
  EXPECT_TRUE(c.smallest_failing_case->proved_smallest);
  EXPECT_EQ(c.smallest_failing_case->smaller_shapes_tried, 121U);
  EXPECT_EQ(c.rule, "fails whenever rows and cols need different numbers of tiles of 32");
  ASSERT_TRUE(c.diagnosis);
  EXPECT_EQ(c.diagnosis->pattern, "tile_rows");
  EXPECT_EQ(c.diagnosis->input[0] * c.diagnosis->input[1], 65 * 200);
  EXPECT_EQ(report.summary, c.diagnosis->sentence);
  EXPECT_NE(report.summary.find("grid dims swapped"), std::string::npos);
  EXPECT_EQ(report.again, "warpgrade grade shared_memory.cu --case 1x33");
  EXPECT_EQ(c.first_wrong_cells.size(), 10U);
  EXPECT_EQ(c.smallest_same_pattern, (Shape{1, 33}));
  EXPECT_FALSE(c.picture.empty());
  EXPECT_FALSE(report.timing) << "wrong output is not timed";
}

TEST(Grade, ARefusedLaunchWinsOverWrongOutput) {
  const auto report = grade_solve(grid_rounds_down).report;
  EXPECT_EQ(report.outcome, Outcome::launch_failed);
  EXPECT_NE(report.summary.find("the grid has no blocks along x"), std::string::npos);
  ASSERT_TRUE(report.correctness.diagnosis);
  EXPECT_EQ(report.correctness.diagnosis->pattern, "partial_edge_tiles");
  EXPECT_NE(report.correctness.diagnosis->sentence.find("grid rounds down"), std::string::npos);
  EXPECT_EQ(report.correctness.smallest_failing_case->input, (Shape{1, 1}));
  EXPECT_EQ(report.findings.size(), 1U) << "the same place is told once";
}

TEST(Grade, OutOfBoundsWithRightValues) {
  const auto report = grade_solve([](const run::RunRequest& request) {
                        auto result = right_solve(kTiled)(request);
                        result.evidence.findings.push_back(
                            error_finding(FindingKind::out_of_bounds, "reads past in", 12));
                        return result;
                      }).report;
  EXPECT_EQ(report.outcome, Outcome::out_of_bounds);
  EXPECT_EQ(report.summary,
            "every cell is right, but the kernel went out of bounds: reads past in (line 12)");
  EXPECT_FALSE(report.correctness.diagnosis);
  EXPECT_EQ(report.correctness.rule, "fails on every shape");
}

TEST(Grade, NotItsOwnKernel) {
  const auto report = grade_solve([](const run::RunRequest& request) {
                        auto result = right_solve(kTiled)(request);
                        result.output_words_written_by_kernels = 0;
                        return result;
                      }).report;
  EXPECT_EQ(report.outcome, Outcome::not_own_kernel);
}

TEST(Grade, AFlakyKernelNeverPasses) {
  int calls = 0;
  const auto graded = grade_solve([&](const run::RunRequest& request) {
    auto result = right_solve(kTiled)(request);
    if (++calls == 5) result.output[0] = kSharedPoison;  // Once, and right in the second run.
    return result;
  });
  EXPECT_EQ(graded.report.outcome, Outcome::wrong_output);
  EXPECT_EQ(graded.report.correctness.cases_failed, 1);
  EXPECT_EQ(graded.restarts, 1);
  ASSERT_TRUE(graded.report.correctness.diagnosis);
  EXPECT_EQ(graded.report.correctness.diagnosis->pattern, "race");
}

TEST(Grade, FindsReplayedResults) {
  std::vector<std::pair<Shape, Bits>> kept;
  const auto report = grade_solve([&](const run::RunRequest& request) {
                        auto result = right_solve(kTiled)(request);
                        for (const auto& [input, output] : kept) {
                          if (input == request.input) result.output = output;
                        }
                        kept.emplace_back(request.input, result.output);
                        return result;
                      }).report;
  EXPECT_EQ(report.outcome, Outcome::wrong_output);
  EXPECT_NE(report.summary.find("replays a stored result"), std::string::npos) << report.summary;
}

TEST(Grade, OneCaseAloneIsExplained) {
  const auto report = grade_solve(swapped_grid, [](GradeRequest& request) {
                        request.only = Shape{1, 33};
                      }).report;
  EXPECT_EQ(report.outcome, Outcome::wrong_output);
  EXPECT_EQ(report.correctness.wrong_cells, 1U);
  EXPECT_FALSE(report.correctness.smallest_failing_case);
}

TEST(Grade, SaysWhatItDoes) {
  std::vector<std::string> said;
  grade_solve(swapped_grid, [&](GradeRequest& request) {
    request.progress = [&](std::string_view what) { said.emplace_back(what); };
  });
  ASSERT_GT(said.size(), 14U);
  EXPECT_EQ(said[1], "case 2 of 14: 1 x 33");
  EXPECT_EQ(said.back(), "looking for the smallest failing case");
}

TEST(Grade, IsTheSameEveryTime) {
  const auto a = grade_solve(swapped_grid);
  const auto b = grade_solve(swapped_grid);
  EXPECT_EQ(a.requests.size(), b.requests.size());
  EXPECT_EQ(a.report.correctness.rule, b.report.correctness.rule);
}

}  // namespace
}  // namespace warpgrade::grading
