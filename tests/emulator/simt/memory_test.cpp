// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/simt/memory.hpp"

#include <gtest/gtest.h>

#include <sys/mman.h>
#include <unistd.h>

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

TEST(GlobalMemory, MappedMemoryIsThatOfItsFile) {
  GlobalMemory memory(1 << 20);
  const auto own = memory.allocate(100).value();
  const auto base = memory.allocate_mapped(5000).value();
  const auto next = memory.allocate_mapped(1).value();
  EXPECT_FALSE(memory.is_mapped(own));
  EXPECT_TRUE(memory.is_mapped(base));
  EXPECT_EQ(base % 4096, 0U);
  EXPECT_GE(next - base, 3 * 4096U) << "two pages and one between";
  EXPECT_EQ(memory.used_bytes(), 100U) << "the card's memory is not taken";
  EXPECT_EQ(memory.view(base, 5000).size(), 5000U);
  EXPECT_TRUE(memory.view(base, 5001).empty());

  const auto& window = memory.mapped_window();
  auto* const twin =
      static_cast<std::byte*>(mmap(nullptr, 5000, PROT_READ | PROT_WRITE, MAP_SHARED, window.fd,
                                   static_cast<off_t>(base - window.base)));
  ASSERT_NE(twin, MAP_FAILED);
  twin[4999] = std::byte{7};
  EXPECT_EQ(memory.view(base, 5000)[4999], std::byte{7});
  memory.view(base, 5000)[0] = std::byte{9};
  EXPECT_EQ(twin[0], std::byte{9});
  EXPECT_TRUE(memory.release(base));
  EXPECT_EQ(twin[0], std::byte{0}) << "the pages are given back";
  EXPECT_NE(ftruncate(window.fd, 0), 0) << "nobody takes them from under a kernel";
  munmap(twin, 5000);
}

TEST(GlobalMemory, MappedMemoryHasAnEnd) {
  GlobalMemory memory(1 << 20);
  EXPECT_FALSE(memory.allocate_mapped(kMappedBytes));
  const auto most = memory.allocate_mapped(kMappedBytes - 2 * 4096).value();
  EXPECT_FALSE(memory.allocate_mapped(1));
  EXPECT_TRUE(memory.release(most));
  EXPECT_TRUE(memory.allocate_mapped(1)) << "what was freed is used again";
}

}  // namespace
}  // namespace warpgrade::simt
