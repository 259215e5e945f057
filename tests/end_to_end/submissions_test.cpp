// SPDX-License-Identifier: Apache-2.0
// Every file under tests/submissions gets its folder's outcome, and the smallest case, pattern and
// words that its row in expected.tsv says (tests/submissions/README.md).
#include "program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace warpgrade::end_to_end {
namespace {

namespace fs = std::filesystem;

const fs::path kSubmissions = fs::path{WARPGRADE_SOURCE_DIR} / "tests/submissions";

struct Fixture {
  std::string exercise;
  std::string name;
  std::string outcome;
  std::vector<std::string> accepted;
  std::string rows;
  std::string cols;
  std::string pattern;
  std::string words;

  /// A case of other sizes than rows and cols stands in the column of rows.
  [[nodiscard]] std::string smallest() const { return cols == "-" ? rows : rows + 'x' + cols; }
};

void PrintTo(const Fixture& fixture, std::ostream* out) {
  *out << fixture.outcome << '/' << fixture.name;
}

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream in{text};
  for (std::string part; std::getline(in, part, at);) parts.push_back(part);
  return parts;
}

std::vector<Fixture> read_fixtures(const fs::path& exercise) {
  std::vector<Fixture> fixtures;
  std::ifstream table{exercise / "expected.tsv"};
  std::string line;
  std::getline(table, line);  // The names of the columns.
  while (std::getline(table, line)) {
    const auto cells = split(line, '\t');
    constexpr std::size_t columns = 7;
    if (cells.size() != columns) throw std::runtime_error{"expected.tsv: " + line};
    fixtures.push_back({exercise.filename().string(), cells[0], cells[1], split(cells[2], ','),
                        cells[3], cells[4], cells[5], cells[6]});
  }
  return fixtures;
}

std::vector<Fixture> all_fixtures() {
  std::vector<Fixture> all;
  for (const auto& entry : fs::directory_iterator{kSubmissions}) {
    if (!entry.is_directory()) continue;
    const auto some = read_fixtures(entry.path());
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

// Everything that the report says of the file, less the hint, which is the same for many.
std::string said(const nlohmann::json& report) {
  std::string text = report["summary"].get<std::string>() + '\n';
  for (const auto& detail : report["details"]) text += detail.get<std::string>() + '\n';
  for (const auto& finding : report["findings"])
    text += finding["message"].get<std::string>() + '\n';
  const auto& diagnosis = report["correctness"]["diagnosis"];
  if (!diagnosis.is_null()) text += diagnosis["sentence"].get<std::string>();
  return text;
}

// "31x33", as the command that replays it has it; "-" if there is none.
std::string smallest(const nlohmann::json& report) {
  if (report["correctness"]["smallest_failing_case"].is_null()) return "-";
  const auto again = report["again"].get<std::string>();
  return again.substr(again.rfind(' ') + 1);
}

std::string pattern(const nlohmann::json& report) {
  const auto& diagnosis = report["correctness"]["diagnosis"];
  return diagnosis.is_null() ? "none" : diagnosis["pattern"].get<std::string>();
}

class Submissions : public testing::TestWithParam<Fixture> {};

TEST_P(Submissions, GetTheirOutcome) {
  const auto& fixture = GetParam();
  const auto file = kSubmissions / fixture.exercise / fixture.outcome / (fixture.name + ".cu");
  int code = 0;
  const auto report = grade(file.string(), {"--exercise", fixture.exercise}, &code);
  ASSERT_TRUE(report.is_object());
  SCOPED_TRACE(said(report));
  const auto outcome = report["outcome"].get<std::string>();
  EXPECT_TRUE(std::ranges::count(fixture.accepted, outcome) == 1)
      << outcome << " is none of the accepted outcomes";
  EXPECT_EQ(code, report["exit_code"].get<int>());
  EXPECT_EQ(report["passed"].get<bool>(), code == 0);
  if (outcome != fixture.outcome)
    return;  // Another outcome that is right has another case and sentence.
  EXPECT_EQ(smallest(report), fixture.smallest());
  EXPECT_EQ(pattern(report), fixture.pattern);
  if (fixture.words != "-") {
    EXPECT_NE(said(report).find(fixture.words), std::string::npos) << fixture.words;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Submissions, testing::ValuesIn(all_fixtures()),
                         [](const auto& fixture) {
                           auto name = fixture.param.exercise + "_" + fixture.param.outcome + "_" +
                                       fixture.param.name;
                           std::ranges::replace_if(
                               name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
                           return name;
                         });

}  // namespace
}  // namespace warpgrade::end_to_end
