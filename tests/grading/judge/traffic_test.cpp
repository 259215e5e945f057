// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/judge/traffic.hpp"

#include <gtest/gtest.h>

namespace warpgrade::judge {
namespace {

using Kind = LineCounters::Kind;

KernelCounters kernel(std::vector<LineCounters> lines) {
  KernelCounters k;
  k.lines = std::move(lines);
  return k;
}

TEST(Traffic, NamesTheStridedStore) {
  const auto k = kernel({{Kind::global_load, {"a.cu", 12}, 100, 400, 400, 4},
                         {Kind::global_store, {"a.cu", 14}, 100, 3200, 400, 8012}});
  const auto why = explain_traffic({&k, 1});
  ASSERT_EQ(why.size(), 1U);
  EXPECT_EQ(why[0],
            "line 14 stores 32.0 sectors a request where 4.0 would do: neighbouring lanes are 8012 "
            "bytes apart");
}

TEST(Traffic, NamesTheWorstGlobalAndTheWorstSharedLine) {
  const auto k = kernel({{Kind::global_load, {"a.cu", 1}, 10, 100, 40, 0},
                         {Kind::global_load, {"a.cu", 2}, 10, 320, 40, 0},
                         {Kind::shared_load, {"a.cu", 3}, 10, 320, 10, 128},
                         {Kind::shared_store, {"a.cu", 4}, 10, 30, 10, 0}});
  const auto why = explain_traffic({&k, 1});
  ASSERT_EQ(why.size(), 2U);
  EXPECT_EQ(why[0].find("line 2 loads 32.0 sectors"), 0U);
  EXPECT_EQ(why[1].find("line 3 reads shared memory in 32.0 passes a request where 1.0"), 0U);
}

// But for the edges, a conflict of two ways costs twice the passes.
TEST(Traffic, NamesAConflictOfTwoWays) {
  const auto k = kernel({{Kind::shared_load, {"a.cu", 3}, 100, 198, 100, 0}});
  const auto why = explain_traffic({&k, 1});
  ASSERT_EQ(why.size(), 1U);
  EXPECT_EQ(why[0], "line 3 reads shared memory in 2.0 passes a request where 1.0 would do");
}

TEST(Traffic, SaysNothingOfGoodKernels) {
  const auto k = kernel({{Kind::global_load, {"a.cu", 1}, 10, 45, 40, 4}});
  EXPECT_TRUE(explain_traffic({&k, 1}).empty());
}

}  // namespace
}  // namespace warpgrade::judge
