// SPDX-License-Identifier: Apache-2.0
#include "harness/exercise/mistakes.hpp"

#include "harness/exercise/exercise.hpp"
#include "tests/exercise/scratch_folder.hpp"

#include <gtest/gtest.h>

namespace warpgrade::exercise {
namespace {

constexpr const char* kHead = "name\toutcome\taccepted\trows\tcols\tpattern\tsentence\n";

std::vector<Mistake> mistakes_of(const std::string& lines) {
  ScratchFolder scratch;
  scratch.write("expected.tsv", kHead + lines);
  scratch.write("wrong_output/a.cu", "x");
  scratch.write("crashed/b.cu", "x");
  return read_mistakes(scratch.path());
}

TEST(Mistakes, AreRead) {
  const auto mistakes = mistakes_of(
      "a\twrong_output\twrong_output,crashed\t3\t33\ttiles\tone tile\n"
      "b\tcrashed\tcrashed\t-\t-\tnone\t-\n");
  ASSERT_EQ(mistakes.size(), 2U);
  EXPECT_EQ(mistakes[0].outcome, Outcome::wrong_output);
  EXPECT_EQ(mistakes[0].accepted, (std::vector{Outcome::wrong_output, Outcome::crashed}));
  EXPECT_EQ(mistakes[0].smallest, (Shape{3, 33}));
  EXPECT_EQ(mistakes[0].words, "one tile");
  EXPECT_FALSE(mistakes[1].smallest);
  EXPECT_EQ(mistakes[1].file.filename(), "b.cu");
}

TEST(Mistakes, WhatIsWrongIsNamedWithItsLine) {
  const std::vector<std::pair<std::string, std::string>> bad{
      {"a\twrong_output\n", ":2: has 2 columns"},
      {"a\twrong\twrong\t-\t-\tnone\t-\n", ":2: \"wrong\" is no outcome"},
      {"b\tcrashed\tcrashed\t-\t-\tnone\t-\na\twrong_output\twrong_output\tx\t3\tnone\t-\n",
       ":3: \"x\" is no number"},
      {"b\tcrashed\tcrashed\t1x2x3x4x5\t-\tnone\t-\n", ":2: \"1x2x3x4x5\" is no case"},
      {"a\twrong_output\tcrashed\t-\t-\tnone\t-\n", ":2: the outcome is not among"},
      {"c\tcrashed\tcrashed\t-\t-\tnone\t-\n", "c.cu is missing"}};
  for (const auto& [lines, message] : bad) {
    try {
      mistakes_of(lines);
      FAIL() << lines << " was read";
    } catch (const ExerciseError& error) {
      EXPECT_NE(std::string{error.what()}.find(message), std::string::npos) << error.what();
    }
  }
}

TEST(Mistakes, OurTableIsRead) {
  const std::filesystem::path root = WARPGRADE_SOURCE_DIR;
  EXPECT_GT(read_mistakes(root / "tests/submissions/shared_memory").size(), 80U);
}

}  // namespace
}  // namespace warpgrade::exercise
