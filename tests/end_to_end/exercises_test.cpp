// SPDX-License-Identifier: Apache-2.0
// Every exercise that we ship: its solution passes, its starter and naive.cu get the outcomes that
// they must.
#include "program.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <string>
#include <vector>

namespace warpgrade::end_to_end {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = WARPGRADE_SOURCE_DIR;

std::vector<std::string> exercises() {
  std::vector<std::string> ids;
  for (const auto& entry : fs::directory_iterator{kRoot / "exercises"}) {
    if (fs::exists(entry.path() / "exercise.toml")) ids.push_back(entry.path().filename().string());
  }
  return ids;
}

// A string key of exercise.toml.
std::string key(const std::string& exercise, const std::string& name) {
  const auto text = read_file(kRoot / "exercises" / exercise / "exercise.toml");
  std::smatch match;
  std::regex_search(text, match, std::regex{"(?:^|\n)" + name + " *= *\"([^\"]*)\""});
  return match[1];
}

// Whether exercise.toml says something of that.
bool has(const std::string& exercise, const std::string& text) {
  const auto file = kRoot / "exercises" / exercise / "exercise.toml";
  return read_file(file).find(text) != std::string::npos;
}

class Exercises : public testing::TestWithParam<std::string> {};

TEST_P(Exercises, TheSolutionPasses) {
  int code = -1;
  const auto file = kRoot / "solutions" / GetParam() / key(GetParam(), "file");
  std::vector<std::string> options;
  if (has(GetParam(), "[claims]")) options.emplace_back("--require-claims");
  const auto report = grade(file.string(), options, &code);
  EXPECT_EQ(code, 0) << report["summary"];
  EXPECT_EQ(report["outcome"], "passed");
  EXPECT_EQ(report["correctness"]["cases_failed"], 0);
  EXPECT_GT(report["correctness"]["cases_run"], 10);
  if (has(GetParam(), "[claims]")) {
    EXPECT_EQ(report["claims"]["agrees"], true);
  }
}

/// The starter gets its declared outcome, the solution passes with margin; mistakes are graded by
/// Submissions, mutants by `warpgrade check` alone.
TEST_P(Exercises, PassTheCheck) {
  std::vector<std::string> arguments{"check", GetParam(), "--no-mistakes", "--no-mutants"};
  if (test_device() != nullptr) arguments.insert(arguments.end(), {"--device", test_device()});
  const auto end = run(arguments);
  EXPECT_EQ(end.code, 0) << end.out << end.err;
  EXPECT_NE(end.out.find("starter"), std::string::npos) << end.out;
  EXPECT_NE(end.out.find("solution"), std::string::npos) << end.out;
}

// What naive misses: its own speed, or else a goal on counters.
std::string verdict_on_naive(const std::string& exercise) {
  if (has(exercise, "faster_than_naive")) return "CORRECT BUT NO FASTER THAN NAIVE";
  return has(exercise, "[goal]") ? "GOAL MISSED" : "PASSED";
}

TEST_P(Exercises, NaiveIsCorrectButNoFasterThanItself) {
  const auto own = key(GetParam(), "baseline");
  const auto folder = kRoot / "exercises" / (own.empty() ? GetParam() : own);
  const auto file = (folder / "naive.cu").string();
  const auto end = run({"grade", file, "--exercise", GetParam()});
  const auto verdict = verdict_on_naive(GetParam());
  EXPECT_EQ(end.code, verdict == "PASSED" ? 0 : 1);
  EXPECT_NE(end.out.find(verdict), std::string::npos) << end.out;
}

INSTANTIATE_TEST_SUITE_P(All, Exercises, testing::ValuesIn(exercises()),
                         [](const auto& exercise) { return exercise.param; });

TEST(Determinism, TheSameBytesWithAnyNumberOfThreads) {
  const auto file = (kRoot / "solutions/shared_memory/shared_memory.cu").string();
  const auto first = run({"grade", file, "--format", "json", "--threads", "1"});
  ASSERT_EQ(first.code, 0) << first.out;
  for (const auto* threads : {"2", "8", "0", "1"}) {
    EXPECT_EQ(run({"grade", file, "--format", "json", "--threads", threads}).out, first.out)
        << threads;
  }
}

TEST(Determinism, AFailureIsTheSameToo) {
  const auto file =
      (kRoot / "tests/submissions/shared_memory/wrong_output/grid-swapped.cu").string();
  const auto grade_it = [&](const char* threads) {
    return run(
        {"grade", file, "--exercise", "shared_memory", "--format", "json", "--threads", threads});
  };
  const auto first = grade_it("1");
  ASSERT_EQ(first.code, 1) << first.out;
  EXPECT_EQ(grade_it("8").out, first.out);
}

}  // namespace
}  // namespace warpgrade::end_to_end
