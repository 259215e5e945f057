// SPDX-License-Identifier: Apache-2.0
#include "harness/report/run_lines.hpp"

#include <gtest/gtest.h>

namespace warpgrade::report {
namespace {

using Kind = LineCounters::Kind;

KernelCounters counters() {
  KernelCounters k;
  k.traffic.warp_instructions = 1000;
  k.traffic.lane_instructions = 24000;
  k.lines = {{Kind::global_load, {"dir/a.cu", 3}, 100, 400, 400, 4},
             {Kind::global_store, {"dir/a.cu", 4}, 100, 3200, 400, 8012},
             {Kind::shared_load, {"dir/a.cu", 5}, 100, 200, 100, 0},
             {Kind::global_load, {"dir/a.cu", 6}, 100, 490, 400, 4}};
  k.branches = {{{"dir/a.cu", 9}, 1}, {{"dir/a.cu", 10}, 12}};
  return k;
}

std::vector<std::string> text_of(const KernelCounters& k) {
  Section section;
  add_lines(section, k);
  return section.lines;
}

TEST(RunLines, ShowsWhatIsWastedWorstFirstAndWhereWarpsDivide) {
  const std::string worst =
      "    a.cu:4                global stores: 32.0 sectors a request where 4.0 would do, lanes "
      "8 012 bytes apart";
  const std::vector<std::string> want{
      "    instructions          1 000, of 32 lanes 24.0 active", worst,
      "    a.cu:5                shared loads: 2.0 wavefronts a request where 1.0 would do",
      "    a.cu:10               warps divide here 12 times",
      "    a.cu:9                warps divide here 1 time"};
  EXPECT_EQ(text_of(counters()), want);
}

TEST(RunLines, LongNamesAndUnknownLinesKeepTheColumns) {
  KernelCounters k;
  k.branches = {{{"a_file_with_a_very_long_name.cu", 123}, 1}, {{}, 2}};
  for (const auto& line : text_of(k)) EXPECT_EQ(line.find("warps divide"), 26U) << line;
}

TEST(RunLines, JsonHasAllOfThem) {
  const auto json = lines_json(counters());
  EXPECT_EQ(json["warp_instructions"], 1000);
  EXPECT_EQ(json["lines"].size(), 4U);
  EXPECT_EQ(json["lines"][1]["kind"], "global_store");
  EXPECT_EQ(json["lines"][1]["units"], 3200);
  EXPECT_EQ(json["branches"][1]["divergent"], 12);
}

}  // namespace
}  // namespace warpgrade::report
