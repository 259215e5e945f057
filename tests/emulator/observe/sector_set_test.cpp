// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/observe/sector_set.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "tests/emulator/observe/events.hpp"

namespace warpgrade::observe::test {
namespace {

TEST(SectorSetTest, agrees_with_a_plain_set) {
  std::mt19937 random(3);
  SectorSet sectors;
  for (int block = 0; block < 20; ++block) {
    std::set<std::uint64_t> plain;
    sectors.clear();
    for (int request = 0; request < 200; ++request) {
      const std::uint32_t bytes = 1u << random() % 5;
      const std::int64_t stride = bytes * (static_cast<std::int64_t>(random() % 300) - 150);
      const std::uint64_t start = (std::uint64_t{1} << 40) + random() % 100'000 * 16;
      const bool strided = random() % 4 != 0;
      const auto address = by_lane([&](std::uint32_t lane) -> std::uint64_t {
        if (!strided) return start + random() % 4096 * 16;
        return start + static_cast<std::uint64_t>(stride * static_cast<std::int64_t>(lane));
      });
      const auto active = static_cast<simt::Mask>(random() | 1);
      sectors.insert(Lanes(active, address), bytes);
      for (std::uint32_t lane = 0; lane < 32; ++lane) {
        if ((active >> lane & 1) != 0) plain.insert(address[lane] / 32);
      }
    }
    ASSERT_EQ(sectors.size(), plain.size());
  }
}

TEST(SectorSetTest, grows_with_a_block_that_reads_everything) {
  SectorSet sectors;
  for (std::uint64_t i = 0; i < 10'000; ++i) {
    const auto address = apart((std::uint64_t{1} << 40) + i * 32 * 4096, 4096);
    sectors.insert(Lanes(kAll, address), 4);
  }
  EXPECT_EQ(sectors.size(), 320'000u);
  sectors.clear();
  EXPECT_EQ(sectors.size(), 0u);
}

}  // namespace
}  // namespace warpgrade::observe::test
