// SPDX-License-Identifier: Apache-2.0
// Every fault of tests/faults is found at its line, and nothing is found in its look-alikes
// (tests/faults/README.md).
#include "program.hpp"

#include "harness/submission/compile/program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <ostream>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade::end_to_end {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

const fs::path kFaults = fs::path{WARPGRADE_SOURCE_DIR} / "tests/faults";
constexpr std::size_t kLeastCases = 5;  // Of each sort, in each file.

/// What the faulty cases of a file are: one row a file.
struct Check {
  const char* file;
  const char* kind;
  const char* severity;
  bool has_line = true;  ///< Some faults lie on the host, and have none.
};

constexpr std::array kChecks{
    Check{"shared_race_raw", "shared_memory_race", "error"},
    Check{"shared_race_war", "shared_memory_race", "error"},
    Check{"shared_race_waw", "shared_memory_race", "error"},
    Check{"warp_race", "shared_memory_race", "warning"},
    Check{"unset_shared", "unset_shared_read", "warning"},
    Check{"unset_global", "unset_global_read", "error"},
    Check{"out_of_bounds_global", "out_of_bounds", "error"},
    Check{"out_of_bounds_shared", "out_of_bounds", "error"},
    Check{"out_of_bounds_local", "out_of_bounds", "error"},
    Check{"misaligned", "misaligned", "error"},
    Check{"different_barriers", "different_barriers", "error"},
    Check{"barrier_deadlock", "barrier_deadlock", "error"},
    Check{"warp_sync", "invalid_warp_sync", "error"},
    Check{"global_race", "global_memory_race", "warning"},
    Check{"launch_limit", "launch_refused", "warning", false},
    Check{"memory_leak", "memory_leak", "info", false},
    Check{"device_assert", "device_assert", "error"},
    Check{"trap", "trap", "error"},
};

void PrintTo(const Check& check, std::ostream* out) { *out << check.file; }

/// A case of a file with the lines that its comments mark.
struct Case {
  std::string name;
  std::set<int> faults;
  std::set<int> others;
};

std::vector<std::string> lines_of(const fs::path& file) {
  std::istringstream text{read_file(file)};
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

/// The numbers of the lines with the comment `mark`.
std::set<int> marked(const std::vector<std::string>& lines, const std::string& mark) {
  std::set<int> numbers;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto at = lines[i].find(mark);
    if (at == std::string::npos) continue;
    const auto after = lines[i].substr(at + mark.size());
    if (after.empty() || after.front() == ' ') numbers.insert(static_cast<int>(i) + 1);
  }
  return numbers;
}

std::vector<Case> cases_of(const fs::path& file) {
  constexpr std::string_view start = "CASE(";
  const auto lines = lines_of(file);
  std::vector<Case> cases;
  for (const auto& line : lines) {
    if (!line.starts_with(start)) continue;
    const auto name = line.substr(start.size(), line.find(')') - start.size());
    cases.push_back({name, marked(lines, "// FAULT " + name), marked(lines, "// OTHER " + name)});
  }
  return cases;
}

/// A file's program, compiled once.
class Faults : public testing::TestWithParam<Check> {
 protected:
  void SetUp() override {
    compile::Settings settings;
    settings.toolchain = compile::find_toolchain({});
    const auto refused = compile::compile_program(source_, program_, settings);
    ASSERT_FALSE(refused) << refused->summary;
    cases_ = cases_of(source_);
  }

  /// The findings of a case. @param expected_code  Of `warpgrade run`.
  [[nodiscard]] Json findings_of(const Case& one, int expected_code) const {
    const auto report_file = (scratch_.path() / "report.json").string();
    const auto end =
        run({"run", "--format", "json", "--output", report_file, program_.string(), one.name});
    EXPECT_EQ(end.code, expected_code) << end.out << end.err;
    return Json::parse(read_file(report_file)).at("findings");
  }

  [[nodiscard]] std::vector<Case> cases(std::string_view sort) const {
    auto result = cases_;
    std::erase_if(result, [&](const Case& one) { return !one.name.starts_with(sort); });
    return result;
  }

 private:
  ScratchFolder scratch_;
  fs::path source_ = kFaults / (std::string{GetParam().file} + ".cu");
  fs::path program_ = scratch_.path() / "program";
  std::vector<Case> cases_;
};

/// Fails where a finding of the check names no marked line, or another finding is an error.
void expect_all_right(const Json& findings, const Check& check, const Case& one) {
  std::size_t found = 0;
  for (const auto& finding : findings) {
    SCOPED_TRACE(finding.dump(1));
    if (finding.at("kind") != check.kind) {
      EXPECT_NE(finding.at("severity"), "error");
      continue;
    }
    ++found;
    EXPECT_EQ(finding.at("severity"), check.severity);
    const int line = finding.at("line");
    EXPECT_TRUE(check.has_line ? one.faults.contains(line) : line == 0) << line;
    const int other = finding.at("other_line");
    EXPECT_TRUE(one.others.empty() || one.others.contains(other)) << other;
  }
  EXPECT_GE(found, 1U) << findings.dump(1);
}

TEST_P(Faults, AreFoundAtTheirLine) {
  const Check& check = GetParam();
  const int code = std::string_view{check.severity} == "error" ? 1 : 0;
  const auto faulty = cases("faulty_");
  EXPECT_GE(faulty.size(), kLeastCases);
  for (const Case& one : faulty) {
    SCOPED_TRACE(one.name);
    EXPECT_NE(check.has_line, one.faults.empty());
    expect_all_right(findings_of(one, code), check, one);
  }
  const auto fine = cases("fine_");
  EXPECT_GE(fine.size(), kLeastCases);
  for (const Case& one : fine) {
    SCOPED_TRACE(one.name);
    for (const auto& finding : findings_of(one, 0)) {
      ADD_FAILURE() << "nothing is wrong here: " << finding.dump(1);
    }
  }
}

/// Every file has its row, or nobody would run it.
TEST(FaultsTable, NamesEveryFile) {
  std::set<std::string> rows;
  for (const Check& check : kChecks) rows.insert(check.file);
  std::set<std::string> files;
  for (const auto& entry : fs::directory_iterator{kFaults}) {
    if (entry.path().extension() == ".cu") files.insert(entry.path().stem().string());
  }
  EXPECT_EQ(rows, files);
}

/// The lines that our findings of `case` (FILE/CASE/TOOL) may name; Faults sees that they do.
std::set<int> lines_of_case(const std::string& name) {
  const auto slash = name.find('/');
  const auto end = name.find('/', slash + 1);
  const auto one = name.substr(slash + 1, end - slash - 1);
  const auto lines = lines_of(kFaults / (name.substr(0, slash) + ".cu"));
  auto all = marked(lines, "// FAULT " + one);
  all.merge(marked(lines, "// OTHER " + one));
  return all;
}

/// All that compute-sanitizer found on a GPU (tests/gpu/record_on_gpu.py checks) we find, and where
/// it names lines, at those: but for what sanitizer_differs.tsv lists with its reason.
TEST(FaultsTable, HoldsWhatComputeSanitizerReports) {
  std::set<std::string> differ;
  for (const auto& row : read_table(kFaults / "sanitizer_differs.tsv")) {
    ASSERT_EQ(row.size(), 2U);
    differ.insert(row[0]);
  }
  const auto reports = read_table(kFaults / "compute_sanitizer.tsv");
  EXPECT_FALSE(reports.empty());
  for (const auto& row : reports) {
    const auto ours = lines_of_case(row.at(0));
    bool same = row[0].find("/faulty_") != std::string::npos;
    std::istringstream theirs{row.at(2) == "-" ? "" : row[2]};
    for (std::string line; std::getline(theirs, line, ',');) same &= ours.contains(std::stoi(line));
    EXPECT_NE(same, differ.contains(row[0])) << row[0] << " at " << row[2];
  }
}

INSTANTIATE_TEST_SUITE_P(All, Faults, testing::ValuesIn(kChecks),
                         [](const auto& check) { return check.param.file; });

}  // namespace
}  // namespace warpgrade::end_to_end
