// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/simt/memory.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace warpgrade::simt {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

TEST(GlobalMemory, AllocationsLieApart) {
  GlobalMemory memory(16 * kMiB);
  std::vector<std::uint64_t> bases;
  for (const std::uint64_t bytes : {0, 1, 255, 256, 257, 4096})
    bases.push_back(memory.allocate(bytes).value());
  std::uint64_t end = kDeviceBase;
  for (const std::uint64_t base : bases) {
    EXPECT_EQ(base % 256, 0U);
    EXPECT_GE(base - end, 256U);
    end = base + memory.allocations().at(base).bytes;
  }
}

TEST(GlobalMemory, FreshMemoryHoldsNoZeros) {
  GlobalMemory memory(16 * kMiB);
  const auto view = memory.view(memory.allocate(1000).value(), 1000);
  EXPECT_TRUE(std::ranges::all_of(view, [](std::byte b) { return b == std::byte{kFreshByte}; }));
}

TEST(GlobalMemory, RefusesBeyondItsCapacity) {
  GlobalMemory memory(kMiB);
  EXPECT_FALSE(memory.allocate(kMiB + 1));
  const auto first = memory.allocate(kMiB);
  ASSERT_TRUE(first);
  EXPECT_FALSE(memory.allocate(1));
  EXPECT_FALSE(memory.allocate(~std::uint64_t{0}));
  EXPECT_EQ(memory.used_bytes(), kMiB);
  EXPECT_TRUE(memory.release(*first));
  EXPECT_EQ(memory.used_bytes(), 0U);
  EXPECT_TRUE(memory.allocate(kMiB));
}

TEST(GlobalMemory, ReleasesOnlyBases) {
  GlobalMemory memory(kMiB);
  const auto base = memory.allocate(1024).value();
  EXPECT_FALSE(memory.release(base + 4));
  EXPECT_FALSE(memory.release(0));
  EXPECT_TRUE(memory.release(base));
  EXPECT_FALSE(memory.release(base));
}

TEST(GlobalMemory, FindsAndMeasures) {
  GlobalMemory memory(kMiB);
  EXPECT_EQ(memory.nearest(kDeviceBase), nullptr);
  const auto a = memory.allocate(1000).value();
  const auto b = memory.allocate(1000).value();
  EXPECT_EQ(memory.find(a + 999)->base, a);
  EXPECT_EQ(memory.find(a + 1000), nullptr);
  EXPECT_EQ(memory.find(a - 1), nullptr);
  EXPECT_EQ(memory.find(0), nullptr);
  EXPECT_EQ(memory.find(~std::uint64_t{0}), nullptr);
  EXPECT_EQ(memory.nearest(0)->base, a);
  EXPECT_EQ(memory.nearest(a + 1004)->base, a);
  EXPECT_EQ(memory.nearest(b - 4)->base, b);
  EXPECT_EQ(memory.nearest(~std::uint64_t{0})->base, b);
}

TEST(GlobalMemory, ViewsStayInsideOneAllocation) {
  GlobalMemory memory(kMiB);
  const auto a = memory.allocate(1000).value();
  memory.allocate(1000);
  EXPECT_EQ(memory.view(a, 1000).size(), 1000U);
  EXPECT_EQ(memory.view(a + 999, 1).size(), 1U);
  EXPECT_TRUE(memory.view(a, 1001).empty());
  EXPECT_TRUE(memory.view(a + 1, ~std::uint64_t{0}).empty());
  EXPECT_TRUE(memory.view(7, 1).empty());
}

TEST(GlobalMemory, ReusesAddressesOnlyWhenItMust) {
  GlobalMemory memory(4 * kMiB);
  const auto first = memory.allocate(2 * kMiB).value();
  memory.release(first);
  const auto second = memory.allocate(2 * kMiB).value();
  EXPECT_NE(first, second);
  memory.release(second);
  // Far more than the reserved range in all.
  for (int i = 0; i < 40; ++i) {
    const auto base = memory.allocate(3 * kMiB);
    ASSERT_TRUE(base) << i;
    memory.release(*base);
  }
}

TEST(GlobalMemory, FreedMemoryIsFreshAgain) {
  GlobalMemory memory(kMiB);
  for (int i = 0; i < 100; ++i) {
    const auto base = memory.allocate(kMiB / 2).value();
    auto view = memory.view(base, kMiB / 2);
    ASSERT_EQ(view[12345], std::byte{kFreshByte});
    view[12345] = std::byte{1};
    memory.release_all();
  }
}

}  // namespace
}  // namespace warpgrade::simt
