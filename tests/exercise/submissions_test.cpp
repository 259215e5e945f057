// SPDX-License-Identifier: Apache-2.0
// tests/submissions: its table and its files must agree, or a fixture would be skipped in silence.
#include "harness/core/outcome.hpp"
#include "harness/exercise/exercise.hpp"
#include "harness/exercise/mistakes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>

namespace warpgrade::exercise {
namespace {

namespace fs = std::filesystem;

const Library kLibrary{WARPGRADE_SOURCE_DIR};
const fs::path kSubmissions = kLibrary.root / "tests/submissions";

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream{text};
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

/// The rows of an exercise's table without its header, each of seven fields.
std::vector<std::vector<std::string>> rows_of(const std::string& exercise) {
  std::ifstream file{kSubmissions / exercise / "expected.tsv"};
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(file, line);) rows.push_back(split(line, '\t'));
  EXPECT_FALSE(rows.empty()) << exercise;
  if (!rows.empty()) {
    EXPECT_EQ(rows.front(), (std::vector<std::string>{"name", "outcome", "accepted", "rows", "cols",
                                                      "pattern", "sentence"}));
    rows.erase(rows.begin());
  }
  for (const auto& row : rows) EXPECT_EQ(row.size(), 7U) << (row.empty() ? "" : row[0]);
  std::erase_if(rows, [](const auto& row) { return row.size() != 7; });
  return rows;
}

std::vector<std::string> exercises() {
  std::vector<std::string> ids;
  for (const auto& entry : fs::directory_iterator{kSubmissions}) {
    if (entry.is_directory()) ids.push_back(entry.path().filename().string());
  }
  return ids;
}

TEST(Submissions, EveryFileHasARowAndEveryRowAFile) {
  for (const auto& id : exercises()) {
    std::map<std::string, int> seen;
    for (const auto& row : rows_of(id)) ++seen[row[1] + "/" + row[0] + ".cu"];
    for (const auto& entry : fs::recursive_directory_iterator{kSubmissions / id}) {
      if (entry.path().extension() != ".cu") continue;
      --seen[fs::relative(entry.path(), kSubmissions / id).string()];
    }
    for (const auto& [file, difference] : seen) EXPECT_EQ(difference, 0) << id << "/" << file;
  }
}

TEST(Submissions, BelongToExercisesAndNameOutcomes) {
  for (const auto& id : exercises()) {
    EXPECT_NO_THROW(static_cast<void>(load_exercise(kLibrary, id)));
    for (const auto& row : rows_of(id)) {
      const auto accepted = split(row[2], ',');
      ASSERT_FALSE(accepted.empty()) << row[0];
      EXPECT_EQ(accepted.front(), row[1]) << row[0];
      for (const auto& name : accepted)
        EXPECT_TRUE(outcome_of_name(name)) << row[0] << ": " << name;
    }
  }
}

// A failing case that is smaller than every case of the ladder would never be found.
TEST(Submissions, SmallestCasesLieWithinTheLadder) {
  for (const auto& id : exercises()) {
    const auto e = load_exercise(kLibrary, id);
    for (const auto& mistake : read_mistakes(kSubmissions / id)) {
      if (!mistake.smallest) continue;
      const auto& smallest = *mistake.smallest;
      ASSERT_EQ(smallest.size(), e.signature.sizes.size()) << mistake.name;
      const bool caught = std::ranges::any_of(e.ladder, [&](const Case& c) {
        return std::equal(c.input.begin(), c.input.end(), smallest.begin(), std::greater_equal<>{});
      });
      EXPECT_TRUE(caught) << mistake.name << ": " << shape_text(smallest);
    }
  }
}

}  // namespace
}  // namespace warpgrade::exercise
