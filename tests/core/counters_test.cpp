// SPDX-License-Identifier: Apache-2.0
#include "harness/core/counters.hpp"

#include <gtest/gtest.h>

namespace warpgrade {
namespace {

using Kind = LineCounters::Kind;

LineCounters line(Kind kind, int number, std::uint64_t units, std::int64_t stride) {
  return {kind, {"a.cu", number}, 10, units, 20, stride};
}

TEST(ByLine, AddsInstructionsOfOneLineAndKind) {
  const auto lines = by_line({line(Kind::global_load, 3, 40, 4), line(Kind::global_store, 3, 50, 4),
                              line(Kind::global_load, 3, 60, 4), line(Kind::global_load, 5, 7, 8),
                              line(Kind::global_load, 5, 7, 4)});
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0].units, 100U);
  EXPECT_EQ(lines[0].requests, 20U);
  EXPECT_EQ(lines[0].units_ideal, 40U);
  EXPECT_EQ(lines[0].lane_stride_bytes, 4);
  EXPECT_EQ(lines[1].kind, Kind::global_store);
  EXPECT_EQ(lines[2].lane_stride_bytes, 0);  // They differ.
}

TEST(AddCounters, AddsALaunch) {
  KernelCounters sum;
  sum.launches = 1;
  sum.shared_load = {1, 2, 3};
  sum.shared_load_estimated = {1, 1, 1};
  sum.shared_atomic = {1, 3, 2};
  sum.traffic.warp_instructions = 100;
  sum.traffic.unique_sectors_read = 7;
  sum.lines = {line(Kind::global_load, 3, 40, 4)};
  sum.branches = {{{"a.cu", 9}, 2}};
  auto more = sum;
  more.branches.push_back({{"a.cu", 12}, 5});
  add_counters(sum, more);
  EXPECT_EQ(sum.launches, 2U);
  EXPECT_EQ(sum.shared_load, (SharedCounters{2, 4, 6}));
  EXPECT_EQ(sum.shared_load_estimated, (SharedCounters{2, 2, 2}));
  EXPECT_EQ(sum.shared_atomic, (SharedCounters{2, 6, 4}));
  EXPECT_EQ(sum.traffic.warp_instructions, 200U);
  EXPECT_EQ(sum.traffic.unique_sectors_read, 7U);
  ASSERT_EQ(sum.lines.size(), 1U);
  EXPECT_EQ(sum.lines[0].units, 80U);
  ASSERT_EQ(sum.branches.size(), 2U);
  EXPECT_EQ(sum.branches[0].divergent, 4U);
  EXPECT_EQ(sum.branches[1].where.line, 12);
}

}  // namespace
}  // namespace warpgrade
