// SPDX-License-Identifier: Apache-2.0
// What is not the learner's doing is never a verdict on the file: exit 3, with file, line and
// remedy.
#include "program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace warpgrade::end_to_end {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = WARPGRADE_SOURCE_DIR;
const std::string kSolution = (kRoot / "solutions/shared_memory/shared_memory.cu").string();

/// A copy of the exercise with a ladder of its own.
class BadCases : public testing::TestWithParam<std::pair<const char*, const char*>> {
 protected:
  BadCases() {
    fs::copy(kRoot / "exercises/shared_memory", exercise(), fs::copy_options::recursive);
  }
  [[nodiscard]] fs::path exercise() const { return scratch_.path() / "mine"; }

  ScratchFolder scratch_;
};

TEST_P(BadCases, NameFileAndLine) {
  write_file(exercise() / "transpose.toml", GetParam().second);
  int code = 0;
  const auto report = grade(kSolution, {"--exercise", exercise().string()}, &code);
  EXPECT_EQ(code, 3);
  EXPECT_EQ(report["outcome"], "harness_failed");
  const auto summary = report["summary"].get<std::string>();
  EXPECT_NE(summary.find("transpose.toml:3:"), std::string::npos) << summary;
  EXPECT_NE(summary.find("; "), std::string::npos) << "no remedy: " << summary;
}

INSTANTIATE_TEST_SUITE_P(
    All, BadCases,
    testing::Values(std::pair{"zero", "[[case]]\ncols = 3\nrows = 0\n"},
                    std::pair{"negative", "[[case]]\ncols = 3\nrows = -5\n"},
                    std::pair{"huge", "[[case]]\ncols = 1048576\nrows = 1048576\n"},
                    std::pair{"overflow", "[[case]]\ncols = 3\nrows = 99999999999999999999\n"},
                    std::pair{"misspelt", "[[case]]\ncols = 3\nrow = 5\n"},
                    std::pair{"text", "[[case]]\ncols = 3\nrows = \"5\"\n"},
                    std::pair{"syntax", "[[case]]\ncols = 3\nrows = = 5\n"}),
    [](const auto& each) { return each.param.first; });

TEST(BadInput, WithoutNvccTheHarnessFails) {
  const auto end = run({"grade", kSolution, "--format", "json"}, {{"CUDACXX", "/nowhere/nvcc"}});
  EXPECT_EQ(end.code, 3);
  const auto report = nlohmann::json::parse(end.out);
  EXPECT_EQ(report["outcome"], "harness_failed");
  EXPECT_NE(report["summary"].get<std::string>().find("/nowhere/nvcc"), std::string::npos);
}

TEST(BadInput, ABrokenCardNamesFileAndLine) {
  const ScratchFolder scratch;
  const auto card = scratch.path() / "mine.toml";
  auto text = read_file(kRoot / "cards/t4.toml");
  const std::string key = "multiprocessors = ";
  const auto at = text.find(key);
  ASSERT_NE(at, std::string::npos);
  write_file(card, text.insert(at + key.size(), "-"));
  const auto line =
      std::to_string(1 + std::count(text.begin(), text.begin() + static_cast<long>(at), '\n'));
  int code = 0;
  const auto report = grade(kSolution, {"--card", card.string()}, &code);
  EXPECT_EQ(code, 3);
  EXPECT_NE(report["summary"].get<std::string>().find("mine.toml:" + line + ':'), std::string::npos)
      << report["summary"];
}

TEST(BadInput, AMissingFileIsAUsageError) {
  const auto end = run({"grade", "no/such/file.cu"});
  EXPECT_EQ(end.code, 2);
  EXPECT_NE(end.err.find("no/such/file.cu: no such file"), std::string::npos) << end.err;
}

TEST(BadInput, AFileNameMayHoldAnything) {
  const ScratchFolder scratch;
  const auto file = scratch.path() / "a 'b' ;$(c) \x1b[1m.cu";
  fs::copy_file(kSolution, file);
  const auto end = run({"grade", file.string(), "--exercise", "shared_memory"});
  EXPECT_EQ(end.code, 0) << end.out << end.err;
  EXPECT_EQ(end.out.find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace warpgrade::end_to_end
