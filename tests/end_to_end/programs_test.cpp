// SPDX-License-Identifier: Apache-2.0
// Every program of tests/programs ends well on the emulated device, with nothing found in it, and
// prints what it printed on a GPU (NAME.out, tests/programs/README.md), byte for byte. Its kernels
// count what Nsight Compute counted there (h200_counters.tsv), but for those of
// counters_differ.tsv.
#include "program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace warpgrade::end_to_end {
namespace {

namespace fs = std::filesystem;

const fs::path kPrograms = fs::path{WARPGRADE_SOURCE_DIR} / "tests/programs";

std::vector<std::string> all_programs() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator{kPrograms}) {
    if (entry.path().extension() == ".cu") names.push_back(entry.path().stem().string());
  }
  std::ranges::sort(names);
  return names;
}

/// What a line "// Card: NAME" of the program asks for; without one, an H200 where its counters are
/// known, and a T4 elsewhere.
std::string card_of(const fs::path& source, bool has_counters) {
  constexpr std::string_view mark = "// Card: ";
  const auto text = read_file(source);
  const auto at = text.find(mark);
  if (at == std::string::npos) return has_counters ? "h200" : "t4";
  const auto start = at + mark.size();
  return text.substr(start, text.find('\n', start) - start);
}

/// Requests and sectors of loads and of stores, shared wavefronts and ideal: the order of the
/// table.
using Counts = std::array<std::uint64_t, 6>;

/// Of a program's kernels by name.
std::map<std::string, Counts> measured_counts(const std::string& program) {
  static const auto rows = read_table(kPrograms / "h200_counters.tsv");
  std::map<std::string, Counts> counts;
  for (const auto& row : rows) {
    if (row.at(0) != program) continue;
    for (std::size_t i = 0; i < std::tuple_size_v<Counts>; ++i) {
      counts[row.at(1)].at(i) = std::stoull(row.at(i + 2));
    }
  }
  return counts;
}

/// Kernels that are known to differ on a GPU, with the reason.
bool is_known_to_differ(const std::string& program, const std::string& kernel) {
  static const auto rows = read_table(kPrograms / "counters_differ.tsv");
  return std::ranges::any_of(rows, [&](const auto& row) {
    return row.size() == 3 && row[0] == program && row[1] == kernel && !row[2].empty();
  });
}

/// A kernel's name without return type, template arguments and parameters.
std::string base_name(const std::string& kernel) {
  auto name = kernel.substr(0, kernel.find_first_of("(<"));
  const auto at = name.find_last_of(" :");
  return at == std::string::npos ? name : name.substr(at + 1);
}

/// The report's sums over the launches of one name, with shared loads as `loads` has them.
std::map<std::string, Counts> modelled_counts(const nlohmann::json& report, const char* loads) {
  std::map<std::string, Counts> counts;
  for (const auto& kernel : report.at("kernels")) {
    auto& sum = counts[base_name(kernel.at("kernel"))];
    const auto add = [&](std::size_t at, const char* space, const char* unit) {
      sum.at(at) += kernel.at(space).at(unit).get<std::uint64_t>();
    };
    add(0, "global_load", "requests");
    add(1, "global_load", "sectors");
    add(2, "global_store", "requests");
    add(3, "global_store", "sectors");
    for (const auto* const space : {loads, "shared_store", "shared_atomic"}) {
      add(4, space, "wavefronts");
      add(5, space, "wavefronts_ideal");
    }
  }
  return counts;
}

void expect_measured_counts(const std::string& program, const nlohmann::json& report) {
  auto plain = modelled_counts(report, "shared_load");
  auto merged = modelled_counts(report, "shared_load_estimated");
  for (const auto& [kernel, want] : measured_counts(program)) {
    const bool same = plain[kernel] == want || merged[kernel] == want;
    EXPECT_NE(same, is_known_to_differ(program, kernel))
        << kernel << ": measured " << testing::PrintToString(want) << ", emulated "
        << testing::PrintToString(plain[kernel]) << ", with merged loads "
        << testing::PrintToString(merged[kernel]);
  }
}

class Programs : public testing::TestWithParam<std::string> {};

TEST_P(Programs, PrintWhatAGpuPrints) {
  const ScratchFolder scratch;
  const auto report_file = (scratch.path() / "report.json").string();
  const auto source = (kPrograms / (GetParam() + ".cu")).string();
  const auto card = card_of(source, !measured_counts(GetParam()).empty());
  const auto end =
      run({"run", source, "--card", card, "--format", "json", "--output", report_file});
  EXPECT_EQ(end.code, 0) << end.out << end.err;
  const auto printed = kPrograms / (GetParam() + ".out");
  EXPECT_EQ(end.out, read_file(printed));
  const auto report = nlohmann::json::parse(read_file(report_file), nullptr, false);
  ASSERT_FALSE(report.is_discarded());
  for (const auto& finding : report["findings"]) {
    EXPECT_NE(finding["severity"], "error") << finding.dump(1);
  }
  if (card == "h200") expect_measured_counts(GetParam(), report);
}

INSTANTIATE_TEST_SUITE_P(All, Programs, testing::ValuesIn(all_programs()),
                         [](const auto& name) { return name.param; });

}  // namespace
}  // namespace warpgrade::end_to_end
