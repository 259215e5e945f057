// SPDX-License-Identifier: Apache-2.0
#include "harness/exercise/exercise.hpp"

#include "tests/exercise/scratch_library.hpp"

#include <gtest/gtest.h>

namespace warpgrade::exercise {
namespace {

TEST(Library, ListsExercisesById) {
  Scratch scratch;
  scratch.add("another", kGood);
  scratch.folder.write("exercises/copy.cu", "no exercise");
  scratch.folder.write("exercises/draft/notes.txt", "no exercise yet");
  const auto all = list_exercises(scratch.library());
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].id, "another");
  EXPECT_EQ(all[1].id, "tiling");
}

TEST(Library, LoadsAFolderFromAnywhere) {
  Scratch shipped;
  Scratch own{kGood, "mine"};
  for (const auto* spelling : {"exercises/mine", "exercises/mine/", "exercises/./mine/."}) {
    const auto e = load_exercise(shipped.library(), (own.folder.path() / spelling).string());
    EXPECT_EQ(e.id, "mine");
    EXPECT_EQ(e.ladder.size(), 2U);
  }
}

TEST(Library, UnknownIdListsTheNearestFirst) {
  Scratch scratch;
  scratch.add("another", kGood);
  EXPECT_EQ(error_of([&] { static_cast<void>(load_exercise(scratch.library(), "tilign")); }),
            "no exercise \"tilign\"; give a folder with an exercise.toml, or one of these, nearest "
            "first: tiling, "
            "another");
}

TEST(Library, AFolderWithoutTheFileSaysSo) {
  Scratch scratch;
  const auto folder = scratch.folder.path() / "cases";
  const auto message =
      error_of([&] { static_cast<void>(load_exercise(scratch.library(), folder.string())); });
  EXPECT_TRUE(message.starts_with((folder / "exercise.toml").string() + ":1: cannot be read"))
      << message;
}

TEST(Library, RootWithoutExercisesSaysSo) {
  ScratchFolder empty;
  const auto message = error_of([&] { static_cast<void>(list_exercises({empty.path()})); });
  EXPECT_TRUE(message.starts_with((empty.path() / "exercises").string() + ":1: is not a folder; "))
      << message;
}

TEST(Library, FindsTheExerciseByFileName) {
  Scratch scratch;
  EXPECT_EQ(exercise_for_file(scratch.library(), "/some/where/tile.cu").id, "tiling");
}

TEST(Library, AnUnknownFileNameListsTheExercises) {
  Scratch scratch;
  EXPECT_EQ(error_of([&] { static_cast<void>(exercise_for_file(scratch.library(), "mine.cu")); }),
            "mine.cu: its name tells no exercise; rename it, or name the exercise with --exercise: "
            "tiling (tile.cu)");
}

TEST(Library, AFileOfTwoExercisesAsksWhich) {
  Scratch scratch;
  scratch.add("another", kGood);
  EXPECT_EQ(error_of([&] { static_cast<void>(exercise_for_file(scratch.library(), "tile.cu")); }),
            "tile.cu can be of several exercises; name one with --exercise: another, tiling");
}

}  // namespace
}  // namespace warpgrade::exercise
