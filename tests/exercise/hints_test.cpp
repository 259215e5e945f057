// SPDX-License-Identifier: Apache-2.0
#include "harness/exercise/hints.hpp"

#include "harness/exercise/exercise.hpp"
#include "tests/exercise/scratch_folder.hpp"

#include <gtest/gtest.h>

namespace warpgrade::exercise {
namespace {

std::vector<Hint> hints_of(const std::string& readme) {
  ScratchFolder scratch;
  scratch.write("README.md", readme);
  return read_hints(scratch.path() / "README.md");
}

TEST(Hints, AreTheFoldedBlocksInTheirOrder) {
  const auto hints = hints_of(
      "# Task\n\ntext\n\n<details><summary>1. First?</summary>\n\nOne line,\nanother.\n\n"
      "</details>\n\n<details><summary>2. Second</summary>\nText.\n</details>\n");
  ASSERT_EQ(hints.size(), 2U);
  EXPECT_EQ(hints[0].title, "1. First?");
  EXPECT_EQ(hints[0].text, "One line,\nanother.\n");
  EXPECT_EQ(hints[1].title, "2. Second");
  EXPECT_EQ(hints[1].text, "Text.\n");
}

TEST(Hints, AReadmeMayHaveNone) { EXPECT_TRUE(hints_of("# Task\n").empty()); }

TEST(Hints, ABlockThatDoesNotEndIsNamed) {
  try {
    hints_of("# Task\n\n<details><summary>1. First?</summary>\ntext\n");
    FAIL() << "it was read";
  } catch (const ExerciseError& error) {
    EXPECT_NE(std::string{error.what()}.find("README.md:3: the hint does not end"),
              std::string::npos)
        << error.what();
  }
}

TEST(Hints, AMissingFileIsNamed) { EXPECT_THROW(read_hints("/nowhere/README.md"), ExerciseError); }

}  // namespace
}  // namespace warpgrade::exercise
