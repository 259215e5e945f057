// SPDX-License-Identifier: Apache-2.0
// Every program of tests/programs ends well on the emulated device, with nothing found in it, and
// prints what it printed on a GPU (NAME.out, tests/programs/README.md), byte for byte.
#include "program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <string_view>
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

/// What a line "// Card: NAME" of the program asks for; without one, a T4.
std::string card_of(const fs::path& source) {
  constexpr std::string_view mark = "// Card: ";
  const auto text = read_file(source);
  const auto at = text.find(mark);
  if (at == std::string::npos) return "t4";
  const auto start = at + mark.size();
  return text.substr(start, text.find('\n', start) - start);
}

class Programs : public testing::TestWithParam<std::string> {};

TEST_P(Programs, PrintWhatAGpuPrints) {
  const ScratchFolder scratch;
  const auto report_file = (scratch.path() / "report.json").string();
  const auto source = (kPrograms / (GetParam() + ".cu")).string();
  const auto end =
      run({"run", source, "--card", card_of(source), "--format", "json", "--output", report_file});
  EXPECT_EQ(end.code, 0) << end.out << end.err;
  const auto printed = kPrograms / (GetParam() + ".out");
  if (fs::exists(printed)) {
    EXPECT_EQ(end.out, read_file(printed));
  }
  const auto report = nlohmann::json::parse(read_file(report_file), nullptr, false);
  ASSERT_FALSE(report.is_discarded());
  for (const auto& finding : report["findings"]) {
    EXPECT_NE(finding["severity"], "error") << finding.dump(1);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Programs, testing::ValuesIn(all_programs()),
                         [](const auto& name) { return name.param; });

}  // namespace
}  // namespace warpgrade::end_to_end
