// SPDX-License-Identifier: Apache-2.0
#include "program.hpp"

#include <gtest/gtest.h>

#include <string>

namespace warpgrade::end_to_end {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = WARPGRADE_SOURCE_DIR;
const std::string kSolution = (kRoot / "solutions/shared_memory/shared_memory.cu").string();
const std::string kNaive = (kRoot / "exercises/shared_memory/naive.cu").string();

TEST(Commands, DoctorFindsAllWell) {
  const auto end = run({"doctor"});
  EXPECT_EQ(end.code, 0) << end.out;
  EXPECT_EQ(end.out.find("BROKEN"), std::string::npos) << end.out;
  EXPECT_NE(end.out.find("self-test"), std::string::npos);
}

TEST(Commands, DoctorTellsOfAMissingNvcc) {
  const auto end = run({"doctor"}, {{"CUDACXX", "/nowhere/nvcc"}});
  EXPECT_EQ(end.code, 3);
  EXPECT_NE(end.out.find("BROKEN  nvcc"), std::string::npos) << end.out;
  EXPECT_NE(end.out.find("CUDACXX"), std::string::npos);
}

TEST(Commands, StartThenGrade) {
  const ScratchFolder scratch;
  ASSERT_EQ(run({"start", "shared_memory", "--dir", scratch.path().string()}).code, 0);
  const auto end = run({"grade", (scratch.path() / "shared_memory.cu").string()});
  EXPECT_EQ(end.code, 1);
  EXPECT_NE(end.out.find("CORRECT BUT NO FASTER THAN NAIVE"), std::string::npos) << end.out;
}

TEST(Commands, OneCaseAlone) {
  const auto report = grade(kSolution, {"--case", "31x33"});
  EXPECT_EQ(report["correctness"]["cases_run"], 1);
  EXPECT_EQ(report["correctness"]["cases_failed"], 0);
  EXPECT_TRUE(report["timing"].is_null());
  EXPECT_NE(report["outcome"], "passed") << "what was not timed did not pass";
}

TEST(Commands, TheReplayCommandShowsTheFailureAgain) {
  const auto file =
      (kRoot / "tests/submissions/shared_memory/wrong_output/grid-swapped.cu").string();
  const auto report = grade(file, {"--exercise", "shared_memory"});
  const auto again = report["again"].get<std::string>();
  EXPECT_NE(again.find("--exercise shared_memory --case 1x33"), std::string::npos) << again;
  EXPECT_EQ(grade(file, {"--exercise", "shared_memory", "--case", "1x33"})["outcome"],
            "wrong_output");
}

TEST(Commands, ExitZeroIsForThoseWhoReadTheFile) {
  const ScratchFolder scratch;
  const auto result = (scratch.path() / "result.json").string();
  const auto end = run({"grade", kNaive, "--exercise", "shared_memory", "--format", "json",
                        "--output", result, "--exit-zero"});
  EXPECT_EQ(end.code, 0);
  EXPECT_EQ(end.out, "");
  EXPECT_EQ(nlohmann::json::parse(read_file(result))["outcome"], "no_faster_than_naive");
}

TEST(Commands, AFullDeviceIsNoSuccess) {
  if (!fs::exists("/dev/full")) GTEST_SKIP();
  EXPECT_EQ(run({"grade", kNaive, "--exercise", "shared_memory", "--output", "/dev/full"}).code, 3);
}

TEST(Commands, ClaimsCanBeRequired) {
  const auto file = (kRoot / "tests/submissions/shared_memory/passed/has-main.cu").string();
  EXPECT_EQ(grade(file, {"--exercise", "shared_memory"})["outcome"], "passed");
  const auto report = grade(file, {"--exercise", "shared_memory", "--require-claims"});
  EXPECT_EQ(report["outcome"], "goal_missed");
}

TEST(Commands, OtherCardsGradeToo) {
  for (const auto* card : {"a100", "rtx4070", "h200"}) {
    const auto report = grade(kSolution, {"--card", card});
    EXPECT_EQ(report["device"]["card"], card);
    EXPECT_EQ(report["correctness"]["cases_failed"], 0) << report["summary"];
  }
}

TEST(Commands, AReadOnlyHomeGetsANoteAndAGrade) {
  const auto end = run({"grade", kNaive, "--exercise", "shared_memory"},
                       {{"HOME", "/dev/null"}, {"XDG_CACHE_HOME", ""}});
  EXPECT_EQ(end.code, 1) << end.out << end.err;
  EXPECT_NE(end.err.find("cannot be written"), std::string::npos) << end.err;
}

// The tests of this folder see no GPU (program.cpp).
TEST(Commands, WithoutAGpuWhatNeedsOneSaysSo) {
  for (const auto& arguments : std::vector<std::vector<std::string>>{
           {"grade", kNaive, "--exercise", "shared_memory", "--device", "cuda"}, {"calibrate"}}) {
    const auto end = run(arguments);
    EXPECT_EQ(end.code, 2) << arguments.front();
    EXPECT_EQ(end.out, "");
    EXPECT_NE(end.err.find("NVIDIA driver"), std::string::npos) << end.err;
  }
}

}  // namespace
}  // namespace warpgrade::end_to_end
