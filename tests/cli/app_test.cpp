// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/app.hpp"

#include "scratch_folder.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace warpgrade::cli {
namespace {

struct End {
  int code;
  std::string out;
  std::string err;
};

End run(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "warpgrade");
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const int code = run_app(static_cast<int>(arguments.size()), arguments.data());
  return {code, testing::internal::GetCapturedStdout(), testing::internal::GetCapturedStderr()};
}

const EnvironmentVariable kRoot{"WARPGRADE_ROOT", WARPGRADE_SOURCE_DIR};

TEST(App, EveryCommandHasHelpWithAnExample) {
  for (const auto* command : {"list", "start", "grade", "doctor", "compile"}) {
    const auto end = run({command, "--help"});
    EXPECT_EQ(end.code, 0) << command;
    EXPECT_NE(end.out.find("Example"), std::string::npos) << command;
    EXPECT_NE(end.out.find(std::string{"warpgrade "} + command), std::string::npos) << command;
  }
}

TEST(App, HelpNamesTheCommandsAndExitCodesButNotWhatIsHidden) {
  const auto end = run({"--help"});
  EXPECT_EQ(end.code, 0);
  for (const auto* part : {"list", "start", "grade", "doctor", "4 undecided"}) {
    EXPECT_NE(end.out.find(part), std::string::npos) << part;
  }
  EXPECT_EQ(end.out.find("Compiles"), std::string::npos);
}

TEST(App, Version) {
  const auto end = run({"--version"});
  EXPECT_EQ(end.code, 0);
  EXPECT_TRUE(end.out.starts_with("warpgrade ")) << end.out;
}

TEST(App, UsageErrorsAreTwo) {
  const std::vector<std::vector<const char*>> wrong{
      {},
      {"gard"},
      {"list", "--frobnicate"},
      {"grade"},
      {"grade", "/nowhere/x.cu"},
      {"grade", WARPGRADE_SOURCE_DIR},
      {"start", "no_such_exercise"},
      {"grade", __FILE__, "--format", "yaml"},
      {"grade", __FILE__, "--device", "tpu"},
      {"grade", __FILE__, "--device", "cuda"},
      {"grade", __FILE__, "--case", "0x1"},
      {"grade", __FILE__, "--threads", "-1"},
      {"grade", __FILE__, "--output", "/nowhere/x.json"},
      {"grade", __FILE__, "--output", WARPGRADE_SOURCE_DIR},
      {"grade", __FILE__, "--exercise", "shared_memory", "--card", "t5"},
      {"grade", __FILE__, "--exercise", "no_such_exercise"},
      {"grade", __FILE__},
  };
  for (const auto& arguments : wrong) {
    const auto end = run(arguments);
    const std::string last = arguments.empty() ? "" : arguments.back();
    EXPECT_EQ(end.code, 2) << last;
    EXPECT_EQ(end.out, "") << last;
    EXPECT_NE(end.err, "") << last;
  }
}

TEST(App, ADeviceThatThereIsNotIsRefused) {
  EXPECT_EQ(run({"grade", __FILE__, "--device", "vulkan"}).code, 2);
}

TEST(App, ListShowsTheExercises) {
  const auto end = run({"list"});
  EXPECT_EQ(end.code, 0);
  EXPECT_NE(end.out.find("shared_memory "), std::string::npos) << end.out;
}

TEST(App, StartCopiesTheStarterOnceAndNeverOverwrites) {
  const ScratchFolder scratch;
  const auto folder = (scratch.path() / "new/day13").string();
  const auto end = run({"start", "shared_memory", "--dir", folder.c_str()});
  EXPECT_EQ(end.code, 0) << end.err;
  const auto file = folder + "/shared_memory.cu";
  EXPECT_EQ(read_file(file),
            read_file(WARPGRADE_SOURCE_DIR "/exercises/shared_memory/shared_memory.cu"));
  EXPECT_NE(end.out.find("warpgrade grade " + file), std::string::npos) << end.out;
  EXPECT_NE(read_file(file), "");

  std::ofstream{file} << "my work";
  EXPECT_EQ(run({"start", "shared_memory", "--dir", folder.c_str()}).code, 2);
  EXPECT_EQ(read_file(file), "my work");
}

TEST(App, StartSaysWhyAFolderCannotBeWritten) {
  EXPECT_EQ(run({"start", "shared_memory", "--dir", "/dev/null/x"}).code, 2);
}

}  // namespace
}  // namespace warpgrade::cli
