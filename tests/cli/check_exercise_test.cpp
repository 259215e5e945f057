// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/check_exercise.hpp"

#include "scratch_folder.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <map>

namespace warpgrade::cli {
namespace {

namespace fs = std::filesystem;

/// Checks an exercise whose gradings are what `reports` says, by file name.
class Checked : public testing::Test {
 protected:
  Checked() {
    exercise_.id = "tiling";
    exercise_.starter = scratch_.path() / "starter.cu";
    exercise_.starter_outcome = Outcome::goal_missed;
    write("solution.cu", "x");
    reports_["starter.cu"].outcome = Outcome::goal_missed;
    reports_["solution.cu"].outcome = Outcome::passed;
  }

  void write(const std::string& name, const std::string& text) {
    fs::create_directories((scratch_.path() / name).parent_path());
    std::ofstream{scratch_.path() / name} << text;
  }

  /// A table with one mistake, m, that must be wrong_output from 1 x 2 on with pattern "tiles".
  void add_mistake() {
    write("mistakes/expected.tsv",
          "name\toutcome\taccepted\trows\tcols\tpattern\tsentence\n"
          "m\twrong_output\twrong_output,crashed\t1\t2\ttiles\tone tile\n");
    write("mistakes/wrong_output/m.cu", "x");
    auto& report = reports_["m.cu"];
    report.outcome = Outcome::wrong_output;
    report.correctness.smallest_failing_case = SmallestCase{{1, 2}, 1, true};
    report.correctness.diagnosis = Diagnosis{};
    report.correctness.diagnosis->pattern = "tiles";
    report.correctness.diagnosis->sentence = "cells that one tile did not write";
  }

  std::vector<CheckResult> check() {
    const bool mistakes = fs::exists(scratch_.path() / "mistakes");
    std::size_t told = 0;
    auto results =
        check_exercise({&exercise_, scratch_.path() / "solution.cu",
                        mistakes ? scratch_.path() / "mistakes" : fs::path{},
                        [&](const fs::path& file) { return reports_.at(file.filename().string()); },
                        [&](const CheckResult&) { ++told; }});
    EXPECT_EQ(told, results.size());
    return results;
  }

  ScratchFolder scratch_;
  exercise::Exercise exercise_;
  std::map<std::string, Report> reports_;
};

TEST_F(Checked, AllIsWell) {
  add_mistake();
  const auto results = check();
  ASSERT_EQ(results.size(), 3U);
  for (const auto& result : results) EXPECT_TRUE(result.good) << result.what << result.found;
}

TEST_F(Checked, AStarterMustGetItsOutcome) {
  reports_["starter.cu"].outcome = Outcome::passed;
  EXPECT_FALSE(check().at(0).good);
}

TEST_F(Checked, ASolutionMustPassWithAMargin) {
  auto& report = reports_["solution.cu"];
  report.goals = {{"faster_than_naive", 1.10, 1.11, true}};
  EXPECT_FALSE(check().at(1).good);
  EXPECT_NE(check().at(1).found.find("faster_than_naive is 1.110 where 1.100"), std::string::npos);
  report.goals = {{"max_sectors_vs_copy", 2.0, 1.5, true},
                  {"min_dynamic_shared_bytes", 49153, 49664, true, true}};
  EXPECT_TRUE(check().at(1).good);
  report.outcome = Outcome::undecided;
  EXPECT_FALSE(check().at(1).good);
}

TEST_F(Checked, ASolutionMustExist) {
  fs::remove(scratch_.path() / "solution.cu");
  EXPECT_NE(check().at(1).found.find("is missing"), std::string::npos);
}

TEST_F(Checked, AMistakeMustBeExplainedAsDeclared) {
  add_mistake();
  auto& report = reports_["m.cu"];
  const auto right = report;
  report.outcome = Outcome::passed;
  EXPECT_EQ(check().at(2).found, "is passed, expected is wrong_output");
  report = right;
  report.outcome = Outcome::crashed;  // Accepted, and then nothing else is asked for.
  report.correctness.diagnosis.reset();
  EXPECT_TRUE(check().at(2).good);
  report = right;
  report.correctness.smallest_failing_case->input = {2, 1};
  EXPECT_EQ(check().at(2).found, "fails from 2 x 1, expected is 1 x 2");
  report = right;
  report.correctness.diagnosis->pattern = "edges";
  EXPECT_EQ(check().at(2).found, "its pattern is edges, expected is tiles");
  report = right;
  report.correctness.diagnosis->sentence = "cells";
  EXPECT_FALSE(check().at(2).good);
}

}  // namespace
}  // namespace warpgrade::cli
