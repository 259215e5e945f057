// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/arguments.hpp"

#include "harness/cli/usage_error.hpp"
#include "scratch_folder.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <string>

namespace warpgrade::cli {
namespace {

namespace fs = std::filesystem;

const exercise::Library kShipped{WARPGRADE_SOURCE_DIR};

std::string usage_error(const std::function<void()>& act) {
  try {
    act();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no usage error";
}

bool mentions(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(ParseCase, ReadsRowsAndCols) {
  EXPECT_EQ(parse_case("31x33"), (Shape{31, 33}));
  EXPECT_EQ(parse_case("1048561x1"), (Shape{1048561, 1}));
  EXPECT_EQ(parse_case("2147483648x1"), (Shape{2147483648, 1}));
}

TEST(ParseCase, RefusesAnythingElse) {
  for (const auto* text : {"", "x", "31", "31x", "x33", "0x5", "-1x5", "5x-1", "1.5x2", "31X33",
                           "31x33x2", " 31x33", "31x33 ", "+1x1", "99999999999999999999x1"}) {
    EXPECT_TRUE(mentions(usage_error([&] { parse_case(text); }), "31x33")) << text;
  }
}

TEST(ParseCase, RefusesCasesBeyondTheLimitWithoutOverflow) {
  for (const auto* text :
       {"2281701377x1", "65536x65536", "9223372036854775807x9223372036854775807"}) {
    EXPECT_TRUE(mentions(usage_error([&] { parse_case(text); }), "more than 2281701376")) << text;
  }
}

TEST(ParseCase, ReadsTheSizesOfTheExercise) {
  const auto product = exercise::load_exercise(kShipped, "matmul_tiled").signature;
  EXPECT_EQ(parse_case("31x33x7", product), (Shape{31, 33, 7}));
  for (const auto* text : {"31x33", "31x33x7x5", "31x33x", "31x33x0"}) {
    EXPECT_TRUE(mentions(usage_error([&] { parse_case(text, product); }),
                         "not ROWSxCOLSxINNER with whole numbers from 1 on, as in --case 31x33x7"))
        << text;
  }
  EXPECT_TRUE(mentions(usage_error([&] { parse_case("2048x2048x1024", product); }),
                       "more than 2147483648"));
}

TEST(FindCard, TakesANameOrAFile) {
  EXPECT_EQ(find_card(WARPGRADE_SOURCE_DIR, "t4"),
            fs::path{WARPGRADE_SOURCE_DIR} / "cards/t4.toml");
  const ScratchFolder scratch;
  const auto file = scratch.write("mine.toml", "");
  EXPECT_EQ(find_card(WARPGRADE_SOURCE_DIR, file.string()), file);
}

TEST(FindCard, NamesTheCardsThereAre) {
  const auto error = usage_error([] { find_card(WARPGRADE_SOURCE_DIR, "t5"); });
  EXPECT_TRUE(mentions(error, "t5")) << error;
  EXPECT_TRUE(mentions(error, "a100, h200, rtx4070, t4")) << error;
}

TEST(FindExercise, ByNameByFolderAndByFile) {
  EXPECT_EQ(find_exercise(kShipped, "shared_memory", "x.cu").id, "shared_memory");
  EXPECT_EQ(find_exercise(kShipped, "", "/a/b/shared_memory.cu").id, "shared_memory");
  const auto folder = fs::path{WARPGRADE_SOURCE_DIR} / "exercises/shared_memory";
  EXPECT_EQ(find_exercise(kShipped, folder.string(), "x.cu").id, "shared_memory");
}

TEST(FindExercise, AnUnknownOneIsTheCallersFault) {
  EXPECT_TRUE(
      mentions(usage_error([] { find_exercise(kShipped, "shared_memroy", ""); }), "shared_memory"));
  EXPECT_TRUE(mentions(usage_error([] { find_exercise(kShipped, "", "mine.cu"); }), "--exercise"));
}

TEST(FindExercise, ABrokenOneIsNot) {
  const ScratchFolder scratch;
  (void)scratch.write("exercise.toml", "title = \n");
  EXPECT_THROW(find_exercise(kShipped, scratch.path().string(), "x.cu"), exercise::ExerciseError);
}

TEST(CheckSubmission, WantsAFileThatIsThere) {
  const ScratchFolder scratch;
  EXPECT_TRUE(
      mentions(usage_error([&] { check_submission(scratch.path() / "none.cu"); }), "no such file"));
  EXPECT_TRUE(mentions(usage_error([&] { check_submission(scratch.path()); }), "is a folder"));
  EXPECT_NO_THROW(check_submission(scratch.write("a.cu", "")));
}

TEST(Patience, IsAFactorFromOneOn) {
  EXPECT_EQ(setenv("WARPGRADE_PATIENCE", "2.5", 1), 0);
  EXPECT_DOUBLE_EQ(patience(), 2.5);
  for (const char* wrong : {"0", "-1", "1001", "nan", "2x", " 2"}) {
    setenv("WARPGRADE_PATIENCE", wrong, 1);
    EXPECT_TRUE(mentions(usage_error([] { (void)patience(); }), "WARPGRADE_PATIENCE")) << wrong;
  }
  for (const char* none : {"", "1"}) {
    setenv("WARPGRADE_PATIENCE", none, 1);
    EXPECT_DOUBLE_EQ(patience(), 1) << none;
  }
  unsetenv("WARPGRADE_PATIENCE");
  EXPECT_DOUBLE_EQ(patience(), 1);
}

TEST(ShellWord, QuotesOnlyWhatNeedsIt) {
  EXPECT_EQ(shell_word("day13/shared_memory.cu"), "day13/shared_memory.cu");
  EXPECT_EQ(shell_word("my file.cu"), "'my file.cu'");
  EXPECT_EQ(shell_word("it's;rm.cu"), "'it'\\''s;rm.cu'");
  EXPECT_EQ(shell_word(""), "''");
}

}  // namespace
}  // namespace warpgrade::cli
