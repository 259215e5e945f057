// SPDX-License-Identifier: Apache-2.0
// What we ship: exercises/, solutions/, cases/.
#include "harness/exercise/exercise.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>

namespace warpgrade::exercise {
namespace {

namespace fs = std::filesystem;

const Library kLibrary{WARPGRADE_SOURCE_DIR};

std::vector<std::string> lines_of(const fs::path& file) {
  std::ifstream stream{file};
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST(Shipped, EveryExerciseHasASolutionUnderTheStartersName) {
  const auto all = list_exercises(kLibrary);
  ASSERT_FALSE(all.empty());
  for (const auto& e : all) {
    EXPECT_TRUE(fs::is_regular_file(kLibrary.root / "solutions" / e.id / e.file)) << e.id;
  }
}

TEST(Shipped, SharedMemoryIsDeclaredAsDesigned) {
  const auto e = load_exercise(kLibrary, "shared_memory");
  EXPECT_EQ(e.title, "Shared memory and tiling");
  EXPECT_EQ(e.timing_case.input, (Shape{2003, 3001}));
  EXPECT_EQ(e.goals.faster_than_naive, 1.10);
  EXPECT_EQ(e.goals.max_sectors_vs_copy, 2.0);
  EXPECT_EQ(e.starter_outcome, Outcome::no_faster_than_naive);
  EXPECT_TRUE(e.claims_required);
  EXPECT_EQ(exercise_for_file(kLibrary, "shared_memory.cu").id, "shared_memory");
}

TEST(Shipped, EveryCaseSaysWhyItExists) {
  for (const auto& e : list_exercises(kLibrary)) {
    for (const auto& c : e.ladder) {
      EXPECT_FALSE(c.why.empty()) << e.id << ": " << shape_text(c.input);
    }
  }
}

TEST(Shipped, TransposeLadderHoldsTheShapesOfTheDesign) {
  const auto cases = load_exercise(kLibrary, "shared_memory").ladder;
  const std::vector<Shape> wanted{{1, 1},     {31, 33},    {33, 31},  {32, 32},  {31, 97},
                                  {97, 31},   {2, 5},      {1, 97},   {97, 1},   {1, 513},
                                  {65, 200},  {200, 65},   {70, 165}, {165, 70}, {611, 613},
                                  {613, 611}, {1048561, 1}};
  for (const auto& extent : wanted) {
    EXPECT_TRUE(std::ranges::any_of(cases, [&](const Case& c) { return c.input == extent; }))
        << shape_text(extent);
  }
}

// The solution is the starter with one array, one barrier and the second loop's indices changed.
TEST(Shipped, SharedMemorysSolutionStaysCloseToItsStarter) {
  const auto starter = lines_of(kLibrary.root / "exercises/shared_memory/shared_memory.cu");
  const auto solution = lines_of(kLibrary.root / "solutions/shared_memory/shared_memory.cu");
  const std::multiset<std::string> before{starter.begin(), starter.end()};
  std::vector<std::string> changed;
  for (const auto& line : solution) {
    if (!before.contains(line) && !line.starts_with("//")) changed.push_back(line);
  }
  EXPECT_EQ(changed.size(), 6U);
  for (const auto& line : {"// ratio to copy:", "// gap:"})
    EXPECT_TRUE(before.contains(line)) << line;
}

}  // namespace
}  // namespace warpgrade::exercise
