// SPDX-License-Identifier: Apache-2.0
#include "harness/exercise/exercise.hpp"

#include "tests/exercise/scratch_library.hpp"

#include <gtest/gtest.h>

namespace warpgrade::exercise {
namespace {

TEST(Exercise, ReadsTheLeast) {
  Scratch scratch;
  const auto e = load_exercise(scratch.library(), "tiling");
  EXPECT_EQ(e.id, "tiling");
  EXPECT_EQ(e.title, "A title");
  EXPECT_EQ(e.file, "tile.cu");
  EXPECT_EQ(e.ladder.size(), 2U);
  EXPECT_EQ(e.timing_case.input, (Shape{2003, 3001}));
  EXPECT_EQ(e.tile, 32);
  EXPECT_FALSE(e.goals.faster_than_naive);
  EXPECT_FALSE(e.claims_required);
  EXPECT_EQ(e.starter_outcome, Outcome::no_faster_than_naive);
  EXPECT_EQ(e.starter, e.folder / "tile.cu");
  EXPECT_EQ(e.naive.filename(), "naive.cu");
  EXPECT_EQ(e.reference.filename(), "reference.cpp");
  EXPECT_EQ(e.readme.filename(), "README.md");
}

TEST(Exercise, MayTakeAnotherOnesBaseline) {
  Scratch scratch;
  scratch.add("second", kGood + "baseline = \"tiling\"\n");
  std::filesystem::remove(scratch.folder.path() / "exercises/second/naive.cu");
  std::filesystem::remove(scratch.folder.path() / "exercises/second/reference.cpp");
  const auto e = load_exercise(scratch.library(), "second");
  EXPECT_EQ(e.naive, scratch.folder.path() / "exercises/tiling/naive.cu");
  EXPECT_EQ(e.reference, scratch.folder.path() / "exercises/tiling/reference.cpp");
  EXPECT_EQ(e.starter, e.folder / "tile.cu");
}

TEST(Exercise, ABaselineThatDoesNotExistIsNamed) {
  for (const auto* const name : {"missing", "../tiling"}) {
    Scratch scratch{kGood + "baseline = \"" + name + "\"\n"};
    try {
      load_exercise(scratch.library(), "tiling");
      FAIL() << name << " was taken";
    } catch (const ExerciseError& error) {
      EXPECT_NE(std::string{error.what()}.find("baseline is \""), std::string::npos)
          << error.what();
    }
  }
}

TEST(Exercise, ReadsEverything) {
  Scratch scratch{
      kGood +
      "tile = 16\nstarter_outcome = \"goal_missed\"\n[goal]\nfaster_than_naive = 2\n"
      "max_sectors_vs_copy = 1.5\nmax_wavefronts_vs_ideal = 1.25\nmin_share_of_copy = 0.9\n"
      "min_dynamic_shared_bytes = 49153\n[claims]\nrequired = true\n"};
  const auto e = load_exercise(scratch.library(), "tiling");
  EXPECT_EQ(e.tile, 16);
  EXPECT_EQ(e.starter_outcome, Outcome::goal_missed);
  EXPECT_EQ(e.goals.faster_than_naive, 2.0);
  EXPECT_EQ(e.goals.max_sectors_vs_copy, 1.5);
  EXPECT_EQ(e.goals.max_wavefronts_vs_ideal, 1.25);
  EXPECT_EQ(e.goals.min_share_of_copy, 0.9);
  EXPECT_EQ(e.goals.min_dynamic_shared_bytes, 49153U);
  EXPECT_TRUE(e.claims_required);
}

struct Broken {
  const char*
      line;  ///< Replaces the line of kGood that starts with its key, or is added at the end.
  const char* message;  ///< After "FILE:".
};

class ExerciseErrors : public testing::TestWithParam<Broken> {};

TEST_P(ExerciseErrors, NameLineAndRemedy) {
  Scratch scratch{with_line(GetParam().line)};
  const auto message =
      error_of([&] { static_cast<void>(load_exercise(scratch.library(), "tiling")); });
  EXPECT_EQ(message, scratch.file().string() + ":" + GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Top, ExerciseErrors,
    testing::Values(
        Broken{"title = 3", "1: title is 3, not a text; put it in quotes"},
        Broken{"file = \"../tile.cu\"",
               "2: file is \"../tile.cu\"; write a plain file name that ends in .cu"},
        Broken{"file = \"tile.cpp\"",
               "2: file is \"tile.cpp\"; write a plain file name that ends in .cu"},
        Broken{"file = \"none.cu\"",
               "1: none.cu is missing from the folder; add the starter, under the learner's file "
               "name"},
        Broken{"output = [\"rows\", \"cols\"]",
               "3: output is [rows, cols]; write output = [\"cols\", \"rows\"], or declare "
               "every [[parameter]] of solve()"},
        Broken{"output = 3", "3: output is 3; write an array of texts, such as [\"a\", \"b\"]"},
        Broken{"timing_case = { rows = 2003 }",
               "5: [timing_case] cols is missing; add cols = N, a whole number from 1 on"},
        Broken{"timing_case = { rows = 2003, cols = 0 }",
               "5: [timing_case] cols is 0; write a whole number of at least 1"},
        Broken{"timing_case = 3",
               "5: timing_case is 3, not a table; write [timing_case] on a line of its own, then "
               "one KEY = VALUE a "
               "line"},
        Broken{"tile = 0", "6: tile is 0; write a whole number of at least 1"},
        Broken{"tile = 2048", "6: tile is 2048; write a whole number of at most 1024"},
        Broken{"titel = \"x\"",
               "6: titel is not a key that we know; did you mean title? Known keys: title, file, "
               "cases, timing_case, tile, starter_outcome, goal, claims, baseline, unfinished, "
               "output, sizes, copy, parameter"},
        Broken{"starter_outcome = \"passd\"",
               "6: starter_outcome is \"passd\", which is no outcome; did you mean passed?"}));

INSTANTIATE_TEST_SUITE_P(
    Tables, ExerciseErrors,
    testing::Values(
        Broken{"[goal]\nfaster_than_naive = 0",
               "7: [goal] faster_than_naive is 0; write a number above zero, such as 1.5"},
        Broken{"[goal]\nmax_sectors_vs_copy = -1.5",
               "7: [goal] max_sectors_vs_copy is -1.5; write a number above zero, such as 1.5"},
        Broken{"[goal]\nmin_share_of_copy = nan",
               "7: [goal] min_share_of_copy is nan; write a number above zero, such as 1.5"},
        Broken{"[goal]\nmax_wavefronts_vs_ideal = true",
               "7: [goal] max_wavefronts_vs_ideal is true; write a number above zero, such as 1.5"},
        Broken{"[goal]\nmin_dynamic_shared_bytes = 0",
               "7: [goal] min_dynamic_shared_bytes is 0; write a whole number of at least 1"},
        Broken{"[goal]\nfaster_then_naive = 1.1",
               "7: [goal] faster_then_naive is not a key that we know; did you mean "
               "faster_than_naive? Known keys: "
               "faster_than_naive, max_sectors_vs_copy, max_load_sectors_vs_naive, "
               "max_wavefronts_vs_ideal, min_share_of_copy, min_dynamic_shared_bytes, "
               "wavefronts_per_request"},
        Broken{"[claims]\nrequired = \"yes\"",
               "7: [claims] required is \"yes\"; write true or false"}));

TEST(Exercise, EveryRequiredKeyIsMissed) {
  for (const auto* key : {"title", "file", "output", "cases", "timing_case"}) {
    auto text = with_line(std::string{key} + " = 0");
    const auto begin = text.find(std::string{key} + " = 0");
    text.erase(begin, text.find('\n', begin) + 1 - begin);
    Scratch scratch{text};
    const auto message =
        error_of([&] { static_cast<void>(load_exercise(scratch.library(), "tiling")); });
    EXPECT_TRUE(message.starts_with(scratch.file().string() + ":1: " + key + " is missing; add "))
        << message;
  }
}

TEST(Exercise, CasesFileInTheFolderComesFirst) {
  Scratch scratch;
  scratch.folder.write("exercises/tiling/two.toml", "case = [{rows = 9, cols = 9}]\n");
  EXPECT_EQ(load_exercise(scratch.library(), "tiling").ladder.size(), 1U);
}

TEST(Exercise, UnknownCasesFileNamesBothPlaces) {
  for (const auto* name : {"three", "../cases/two", "two.toml"}) {
    Scratch scratch{with_line(std::string{"cases = \""} + name + "\"")};
    const auto message =
        error_of([&] { static_cast<void>(load_exercise(scratch.library(), "tiling")); });
    EXPECT_TRUE(message.starts_with(scratch.file().string() + ":4: cases is ")) << message;
    EXPECT_NE(message.find((scratch.folder.path() / "cases").string()), std::string::npos);
  }
}

TEST(Exercise, ALadderOfSeveralFilesFollowsTheirOrder) {
  Scratch scratch{with_line(R"(cases = ["two", "tall"])")};
  scratch.folder.write("cases/tall.toml", "case = [{rows = 99, cols = 1}]\n");
  const auto ladder = load_exercise(scratch.library(), "tiling").ladder;
  ASSERT_EQ(ladder.size(), 3U);
  EXPECT_EQ(ladder[0].input, (Shape{1, 2}));
  EXPECT_EQ(ladder[2].input, (Shape{99, 1}));
}

TEST(Exercise, ALadderOfSeveralFilesHoldsEachCaseOnce) {
  Scratch scratch{with_line(R"(cases = ["two", "tall"])")};
  const auto tall = scratch.folder.path() / "cases/tall.toml";
  scratch.folder.write("cases/tall.toml", "case = [{rows = 99, cols = 1}, {rows = 3, cols = 1}]\n");
  EXPECT_EQ(error_of([&] { static_cast<void>(load_exercise(scratch.library(), "tiling")); }),
            scratch.file().string() + ":4: cases holds the case 3 x 1 twice: in " + tall.string() +
                " and in a file before it; remove the case from one of the two");
}

TEST(Exercise, CasesOfNoFileAtAll) {
  Scratch scratch{with_line("cases = []")};
  EXPECT_EQ(error_of([&] { static_cast<void>(load_exercise(scratch.library(), "tiling")); }),
            scratch.file().string() +
                ":4: cases is an empty array; write at least one text, or leave it out");
}

}  // namespace
}  // namespace warpgrade::exercise
