// SPDX-License-Identifier: Apache-2.0
// What a few blocks of a giant launch may say, and when they say nothing.
#include "harness/grading/sampled.hpp"
#include "harness/core/index_fill.hpp"
#include "harness/core/poison.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace warpgrade::grading {
namespace {

constexpr Extent kInput{46341, 46342};
constexpr std::uint64_t kIn = 0x1000;
constexpr std::uint64_t kOut = 0x2000;

Case giant() {
  Case c{kInput, {}, 0, "", true};
  c.giant = true;
  return c;
}

std::uint32_t right(std::int64_t index) {
  const IndexFill fill{kInput.rows * kInput.cols, 0};
  return fill.bits(index % kInput.rows * kInput.cols + index / kInput.rows);
}

Patch right_patch(std::int64_t first) {
  Patch patch{first, {}};
  for (std::int64_t i = 0; i < 64; ++i) patch.cells.push_back(right(first + i));
  return patch;
}

Step launch_step() {
  Step step;
  step.what = "k";
  step.blocks_sampled = 25;
  step.counters.grid = {1449, 1449, 1};
  step.touched = {{kIn, 128, 0}, {kOut, 0, 128}};
  return step;
}

/// One launch whose blocks write two right pieces, one of them beyond 2^31 cells.
run::RunResult right_run() {
  run::RunResult run;
  run.evidence.steps = {launch_step()};
  run.touched_out = {right_patch(0), right_patch(std::int64_t{1} << 31)};
  return run;
}

Finding error(FindingKind kind) {
  Finding finding;
  finding.kind = kind;
  finding.message = "read of 4 bytes";
  return finding;
}

SampleVerdict judged(const std::function<void(run::RunResult&)>& change = {}) {
  auto run = right_run();
  if (change) change(run);
  return judge_sample(giant(), run);
}

TEST(Sampled, RightCellsPass) {
  const auto verdict = judged([](auto& run) { run.touched_out[0].cells[3] = kOutputPoison; });
  EXPECT_EQ(verdict.ruling.outcome, Outcome::passed);
  EXPECT_EQ(verdict.sampled.not_run, "");
  EXPECT_EQ(verdict.sampled.cells_checked, 127U) << "poison was not written";
  EXPECT_EQ(sampled_text(verdict.sampled),
            "46341 x 46342 was sampled: 25 of 2099601 blocks, which write 127 cells");
}

TEST(Sampled, WrongCellsFail) {
  const auto verdict = judged([](auto& run) { run.touched_out[1].cells[3] = right(17); });
  EXPECT_EQ(verdict.ruling.outcome, Outcome::wrong_output);
  EXPECT_EQ(verdict.comparison.wrong, 1U);
  ASSERT_EQ(verdict.comparison.cells.size(), 1U);
  const auto& cell = verdict.comparison.cells.front();
  EXPECT_EQ(cell.row * kInput.rows + cell.col, (std::int64_t{1} << 31) + 3);
  EXPECT_EQ(cell.holds, Holds::input);
  EXPECT_EQ(std::pair(cell.from_row, cell.from_col), std::pair(std::int64_t{17}, std::int64_t{0}));
  EXPECT_NE(verdict.ruling.reason.find("write 1 wrong cells and 127 right ones"), std::string::npos)
      << verdict.ruling.reason;
}

TEST(Sampled, NoCellAtAllFails) {
  const auto verdict = judged([](auto& run) { run.touched_out.clear(); });
  EXPECT_EQ(verdict.ruling.outcome, Outcome::wrong_output);
  EXPECT_NE(verdict.ruling.reason.find("write no cell at all"), std::string::npos);
}

TEST(Sampled, AChangedInputFails) {
  const auto verdict = judged([](auto& run) { run.touched_in = {{0, {1, 2, 3}}}; });
  EXPECT_EQ(verdict.ruling.outcome, Outcome::input_modified);
}

TEST(Sampled, AnAccessOutOfBoundsIsAWrappedIndex) {
  for (const auto end : {run::End::returned, run::End::crashed, run::End::time_limit}) {
    const auto verdict = judged([end](auto& run) {
      run.end = end;
      run.evidence.findings = {error(FindingKind::out_of_bounds)};
    });
    if (end == run::End::time_limit) {
      EXPECT_EQ(verdict.sampled.not_run, "solve() did not come back");
      continue;
    }
    EXPECT_EQ(verdict.ruling.outcome, Outcome::out_of_bounds);
    EXPECT_NE(verdict.ruling.reason.find("index arithmetic is 32-bit and wraps past 2^31 elements"),
              std::string::npos);
    EXPECT_NE(verdict.ruling.hint.find("64 bits"), std::string::npos);
  }
}

TEST(Sampled, BelowTheLimitOfAnIntNothingWraps) {
  auto c = giant();
  c.input = {100, 100};
  auto run = right_run();
  run.touched_out.clear();
  run.evidence.findings = {error(FindingKind::out_of_bounds)};
  const auto verdict = judge_sample(c, run);
  EXPECT_EQ(verdict.ruling.outcome, Outcome::out_of_bounds);
  EXPECT_EQ(verdict.ruling.reason.find("wraps"), std::string::npos) << verdict.ruling.reason;
}

struct Row {
  std::string name;
  std::function<void(run::RunResult&)> change;
  std::string not_run;
};
void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

class SaysNothing : public testing::TestWithParam<Row> {};

// Each also with cells that are wrong and an access out of bounds: what depends on other blocks may
// be anything.
TEST_P(SaysNothing, WhereBlocksNeedMore) {
  const auto verdict = judged(GetParam().change);
  EXPECT_EQ(verdict.sampled.not_run, GetParam().not_run);
  EXPECT_EQ(verdict.ruling.outcome, Outcome::passed);
  EXPECT_EQ(verdict.comparison.wrong, 0U);
  EXPECT_EQ(sampled_text(verdict.sampled),
            "the giant case 46341 x 46342 was not run: " + GetParam().not_run);
}

void spoil(run::RunResult& run) {
  run.touched_out[0].cells[0] = 1;
  run.evidence.findings.push_back(error(FindingKind::out_of_bounds));
}

void add_step(run::RunResult& run, Step::Kind kind, int error_code) {
  Step step;
  step.kind = kind;
  step.what = "cudaMalloc";
  step.error = error_code;
  run.evidence.steps.push_back(step);
}

INSTANTIATE_TEST_SUITE_P(
    All, SaysNothing,
    testing::Values(Row{"copies",
                        [](auto& run) {
                          spoil(run);
                          add_step(run, Step::Kind::memory_copy, 0);
                        },
                        "solve() copies or fills memory between its launches"},
                    Row{"fills",
                        [](auto& run) {
                          spoil(run);
                          add_step(run, Step::Kind::memory_set, 0);
                        },
                        "solve() copies or fills memory between its launches"},
                    Row{"no_memory",
                        [](auto& run) {
                          spoil(run);
                          add_step(run, Step::Kind::other, 2);
                        },
                        "cudaMalloc fails at this size"},
                    Row{"scratch",
                        [](auto& run) {
                          spoil(run);
                          run.evidence.steps.push_back(launch_step());
                          run.evidence.steps[0].touched.push_back({0x3000, 0, 5});
                          run.evidence.steps[1].touched.push_back({0x3000, 5, 0});
                        },
                        "its blocks read what other blocks write"},
                    Row{"counter",
                        [](auto& run) {
                          spoil(run);
                          run.evidence.steps[0].touched.push_back({0x3000, 1, 1});
                        },
                        "its blocks read what other blocks write"},
                    Row{"cooperative",
                        [](auto& run) {
                          spoil(run);
                          run.evidence.steps[0].blocks_sampled = 0;
                        },
                        "it needs all blocks of a launch at once"},
                    Row{"reset",
                        [](auto& run) {
                          spoil(run);
                          run.evidence.device_reset = true;
                        },
                        "solve() resets the device"},
                    Row{"budget",
                        [](auto& run) {
                          run.touched_out[0].cells[0] = 1;
                          run.evidence.findings = {error(FindingKind::kernel_time_limit)};
                        },
                        "this launch's blocks do too much work each"},
                    Row{"crashed", [](auto& run) { run.end = run::End::crashed; },
                        "solve() did not come back"},
                    Row{"no_launch",
                        [](auto& run) {
                          run.evidence.steps.clear();
                          run.touched_out.clear();
                        },
                        "its sizes are too narrow for so many cells, or solve() launches nothing"}),
    [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace warpgrade::grading
