// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/history.hpp"

#include "scratch_folder.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

namespace warpgrade::cli {
namespace {

PastGrading grading(Outcome outcome, std::optional<double> ratio, std::string card = "t4") {
  return {"2026-11-30T18:10:00Z",   "shared_memory", "abc", outcome,
          ratio ? "modelled" : "-", std::move(card), ratio};
}

std::string text_of(const std::filesystem::path& state) {
  std::ifstream in{history_file(state)};
  return {std::istreambuf_iterator<char>{in}, {}};
}

Report report_with(Outcome outcome, double ratio) {
  Report report;
  report.exercise = "shared_memory";
  report.submission_sha256 = "abc";
  report.device = {"emulated", "Tesla T4", "t4"};
  report.outcome = outcome;
  report.timing.emplace();
  report.timing->ratio_to_copy = ratio;
  return report;
}

TEST(History, IsReadAsItWasWritten) {
  const ScratchFolder scratch;
  const auto state = scratch.path() / "new/state";
  EXPECT_TRUE(read_history(state).gradings.empty());
  const std::vector written{grading(Outcome::wrong_output, {}), grading(Outcome::passed, 1.7812),
                            grading(Outcome::passed, 2.5, "NVIDIA H200")};
  for (const auto& g : written) EXPECT_TRUE(append_history(state, g));
  const auto history = read_history(state);
  EXPECT_EQ(history.gradings, written);
  EXPECT_EQ(history.unreadable, 0U);
  EXPECT_TRUE(text_of(state).starts_with(
      "2026-11-30T18:10:00Z\tshared_memory\tabc\twrong_output\t-\tt4\t-\n"));
}

TEST(History, NamesCannotBreakALine) {
  const ScratchFolder scratch;
  auto odd = grading(Outcome::passed, 1.5);
  odd.exercise = "row\tsums\n";
  odd.card = "";
  ASSERT_TRUE(append_history(scratch.path(), odd));
  const auto history = read_history(scratch.path());
  ASSERT_EQ(history.gradings.size(), 1U);
  EXPECT_EQ(history.gradings[0].exercise, "row sums ");
  EXPECT_EQ(history.gradings[0].card, "-");
}

TEST(History, BadLinesAreSkippedAndNothingIsLost) {
  const ScratchFolder scratch;
  const std::string good = "t\te\ts\tpassed\tmodelled\tt4\t1.5\n";
  std::string bad;
  for (const auto* const line :
       {"garbage", "t\te\ts\tpassed\tmodelled\tt4", "t\te\ts\tno_such\tmodelled\tt4\t1.5",
        "t\te\ts\tpassed\tmodelled\tt4\t1.5x", "t\te\ts\tpassed\tmodelled\tt4\t-1",
        "t\te\ts\tpassed\tmodelled\tt4\tnan", "\t\t\t\t\t\t"}) {
    bad += std::string{line} + '\n';
  }
  const auto cut_off = good + bad + '\n' + good + "t\te\ts\tpas";
  std::ofstream{history_file(scratch.path())} << cut_off;
  auto history = read_history(scratch.path());
  EXPECT_EQ(history.gradings.size(), 2U);
  EXPECT_EQ(history.unreadable, 8U);
  ASSERT_TRUE(append_history(scratch.path(), grading(Outcome::passed, 1.2)));
  history = read_history(scratch.path());
  EXPECT_EQ(history.gradings.size(), 3U) << "the new line is not glued to the one that was cut off";
  EXPECT_TRUE(text_of(scratch.path()).starts_with(cut_off));
}

TEST(History, ManyWritersDoNotMixTheirLines) {
  const ScratchFolder scratch;
  constexpr int writers = 8;
  constexpr int lines = 50;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < writers; ++i) {
      threads.emplace_back([&] {
        for (int k = 0; k < lines; ++k)
          append_history(scratch.path(), grading(Outcome::passed, 1.5));
      });
    }
  }
  const auto history = read_history(scratch.path());
  EXPECT_EQ(history.gradings.size(), std::size_t{writers} * lines);
  EXPECT_EQ(history.unreadable, 0U);
}

TEST(History, TheBestIsOfRightSubmissionsOnThatCard) {
  History history;
  EXPECT_FALSE(best_ratio(history, "shared_memory", "modelled", "t4"));
  history.gradings = {grading(Outcome::wrong_output, 0.9),   grading(Outcome::out_of_bounds, 0.9),
                      grading(Outcome::passed, 1.8),         grading(Outcome::goal_missed, 1.5),
                      grading(Outcome::passed, 0.8, "h200"), grading(Outcome::passed, {})};
  EXPECT_EQ(best_ratio(history, "shared_memory", "modelled", "t4"), 1.5);
  EXPECT_EQ(best_ratio(history, "shared_memory", "modelled", "h200"), 0.8);
  EXPECT_FALSE(best_ratio(history, "shared_memory", "measured", "t4"));
  EXPECT_FALSE(best_ratio(history, "other", "modelled", "t4"));
}

TEST(History, AMeasuredTimeIsOfTheGpuAModelledOneOfTheCard) {
  auto report = report_with(Outcome::passed, 1.5);
  report.device = {"cuda", "NVIDIA H200", "h200"};
  EXPECT_EQ(past_grading(report, "t").card, "h200");
  report.timing->basis = Basis::measured;
  EXPECT_EQ(past_grading(report, "t").card, "NVIDIA H200");
  EXPECT_EQ(past_grading(report, "t").basis, "measured");
  report.timing.reset();
  EXPECT_EQ(past_grading(report, "t").basis, "-");
}

TEST(History, AGradingSeesTheBestOfThoseBefore) {
  const ScratchFolder scratch;
  auto first = report_with(Outcome::passed, 1.5);
  remember(scratch.path(), first);
  EXPECT_FALSE(first.best_ratio_before);
  auto second = report_with(Outcome::passed, 1.2);
  remember(scratch.path(), second);
  EXPECT_EQ(second.best_ratio_before, 1.5);
  auto failed = report_with(Outcome::harness_failed, 1);
  remember(scratch.path(), failed);
  EXPECT_EQ(read_history(scratch.path()).gradings.size(), 2U);
}

TEST(History, AnUnwritableStateIsNoError) {
  EXPECT_FALSE(append_history({}, grading(Outcome::passed, 1)));
  EXPECT_FALSE(append_history("/dev/null", grading(Outcome::passed, 1)));
  auto report = report_with(Outcome::passed, 1.5);
  testing::internal::CaptureStderr();
  remember("/dev/null", report);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("cannot be remembered"), std::string::npos);
}

}  // namespace
}  // namespace warpgrade::cli
