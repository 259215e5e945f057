// SPDX-License-Identifier: Apache-2.0
#include "harness/exercise/equivalents.hpp"

#include "harness/exercise/exercise.hpp"
#include "scratch_folder.hpp"

#include <gtest/gtest.h>

namespace warpgrade::exercise {
namespace {

TEST(Equivalents, EachReasonHoldsForItsMutants) {
  ScratchFolder scratch;
  const auto file = scratch.write("mutants.toml",
                                  "[[equivalent]]\nwhy = \"one\"\nmutants = [\"1: a -> b\"]\n"
                                  "[[equivalent]]\nwhy = \"two\"\nmutants = [\"2: a -> b\", "
                                  "\"3: a -> b\"]\n");
  const auto found = read_equivalents(file);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].why, "one");
  EXPECT_EQ(found[2].mutant, "3: a -> b");
  EXPECT_EQ(found[2].why, "two");
  EXPECT_EQ(found[2].line, 4U);
}

TEST(Equivalents, MistakesAreNamedWithTheirLine) {
  const auto error_of = [](const std::string& text) -> std::string {
    ScratchFolder scratch;
    try {
      read_equivalents(scratch.write("mutants.toml", text));
    } catch (const ExerciseError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(error_of("[[equivalent]]\nmutants = [\"a\"]\n").find("mutants.toml:1: "),
            std::string::npos);
  EXPECT_NE(error_of("[[equivalent]]\nwhy = \"w\"\n").find("mutants is missing"),
            std::string::npos);
  const auto twice = error_of("[[equivalent]]\nwhy = \"w\"\nmutants = [\"a\", \"a\"]\n");
  EXPECT_NE(twice.find("mutants.toml:3: "), std::string::npos) << twice;
  EXPECT_NE(twice.find("a second time"), std::string::npos) << twice;
}

}  // namespace
}  // namespace warpgrade::exercise
