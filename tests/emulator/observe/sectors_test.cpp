// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/observe/sectors.hpp"

#include <gtest/gtest.h>

#include <ostream>
#include <random>
#include <set>

#include "tests/emulator/observe/events.hpp"

namespace warpgrade::observe {

void PrintTo(const SectorCount& count, std::ostream* out) {
  *out << count.sectors << " sectors, ideal " << count.ideal << ", full " << count.full;
}

namespace test {
namespace {

constexpr std::uint64_t kBase = 0x0b00'0000'0000;

SectorCount count(const simt::LaneAddresses& address, std::uint32_t bytes = 4,
                  simt::Mask active = kAll) {
  return count_sectors(Lanes(active, address), bytes);
}

// The definition, one byte after the other.
SectorCount count_bytes(const simt::LaneAddresses& address, std::uint32_t bytes,
                        simt::Mask active) {
  std::set<std::uint64_t> touched;
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    if ((active >> lane & 1) == 0) continue;
    for (std::uint32_t b = 0; b < bytes; ++b) touched.insert(address[lane] + b);
  }
  std::map<std::uint64_t, std::uint32_t> in_sector;
  for (const std::uint64_t byte : touched) ++in_sector[byte / kSectorBytes];
  SectorCount result;
  for (const auto& [sector, n] : in_sector) result.full += n == kSectorBytes ? 1 : 0;
  result.sectors = static_cast<std::uint32_t>(in_sector.size());
  result.ideal = static_cast<std::uint32_t>((touched.size() + kSectorBytes - 1) / kSectorBytes);
  return result;
}

TEST(SectorsTest, unit_stride_of_aligned_rows_has_as_many_sectors_as_it_has_bytes) {
  EXPECT_EQ(count(apart(kBase, 1), 1), (SectorCount{1, 1, 1}));
  EXPECT_EQ(count(apart(kBase, 2), 2), (SectorCount{2, 2, 2}));
  EXPECT_EQ(count(apart(kBase, 4), 4), (SectorCount{4, 4, 4}));
  EXPECT_EQ(count(apart(kBase, 8), 8), (SectorCount{8, 8, 8}));
  EXPECT_EQ(count(apart(kBase, 16), 16), (SectorCount{16, 16, 16}));
}

TEST(SectorsTest, a_row_that_starts_inside_a_sector_straddles_one_more) {
  EXPECT_EQ(count(apart(kBase + 4, 4)), (SectorCount{5, 4, 3}));
  EXPECT_EQ(count(apart(kBase + 28, 4)), (SectorCount{5, 4, 3}));
  EXPECT_EQ(count(apart(kBase + 8, 8), 8), (SectorCount{9, 8, 7}));
  EXPECT_EQ(count(apart(kBase + 16, 16), 16), (SectorCount{17, 16, 15}));
  EXPECT_EQ(count(apart(kBase + 1, 1), 1), (SectorCount{2, 1, 0}));
}

TEST(SectorsTest, strides_of_words) {
  EXPECT_EQ(count(apart(kBase, 0)), (SectorCount{1, 1, 0}));
  EXPECT_EQ(count(apart(kBase, 8)), (SectorCount{8, 4, 0}));
  EXPECT_EQ(count(apart(kBase, 12)), (SectorCount{12, 4, 0}));
  EXPECT_EQ(count(apart(kBase, 16)), (SectorCount{16, 4, 0}));
  EXPECT_EQ(count(apart(kBase, 28)), (SectorCount{28, 4, 0}));
  EXPECT_EQ(count(apart(kBase, 32)), (SectorCount{32, 4, 0}));
  EXPECT_EQ(count(apart(kBase, 36)), (SectorCount{32, 4, 0}));
  EXPECT_EQ(count(apart(kBase, 12'004)), (SectorCount{32, 4, 0}));
  EXPECT_EQ(count(apart(kBase, 8012)), (SectorCount{32, 4, 0}));
  EXPECT_EQ(count(apart(kBase + 4000, -4)), (SectorCount{5, 4, 3}));
  EXPECT_EQ(count(apart(kBase + 400'000, -12'004)), (SectorCount{32, 4, 0}));
}

TEST(SectorsTest, inactive_lanes_do_not_count) {
  EXPECT_EQ(count(apart(kBase, 4), 4, 0x1), (SectorCount{1, 1, 0}));
  EXPECT_EQ(count(apart(kBase, 4), 4, 0xff), (SectorCount{1, 1, 1}));
  EXPECT_EQ(count(apart(kBase, 4), 4, 0x55555555), (SectorCount{4, 2, 0}));
  EXPECT_EQ(count(apart(kBase, 4), 4, 0x80000001), (SectorCount{2, 1, 0}));
  EXPECT_EQ(count(apart(kBase, 12'004), 4, 0x00ffff00), (SectorCount{16, 2, 0}));
}

TEST(SectorsTest, two_rows_of_sixteen) {
  const auto rows = [](std::uint64_t pitch) {
    return by_lane([=](std::uint32_t lane) { return kBase + lane / 16 * pitch + lane % 16 * 4; });
  };
  EXPECT_EQ(count(rows(12'032)), (SectorCount{4, 4, 4}));
  EXPECT_EQ(count(rows(12'004)), (SectorCount{5, 4, 3}));
}

TEST(SectorsTest, repeated_addresses_count_once) {
  const auto pairs = by_lane([](std::uint32_t lane) { return kBase + lane / 2 * 4; });
  EXPECT_EQ(count(pairs), (SectorCount{2, 2, 2}));
  const auto ends = by_lane([](std::uint32_t lane) { return kBase + (lane % 2) * 4096; });
  EXPECT_EQ(count(ends), (SectorCount{2, 1, 0}));
}

TEST(SectorsTest, any_pattern_agrees_with_the_definition) {
  std::mt19937 random(7);
  for (int round = 0; round < 3000; ++round) {
    const std::uint32_t bytes = 1u << random() % 5;
    const std::uint64_t span = 1u << (1 + random() % 12);
    const simt::Mask active = random() % 3 == 0 ? kAll : static_cast<simt::Mask>(random() | 1);
    const std::int64_t stride = static_cast<std::int64_t>(random() % 41) - 20;
    const bool strided = random() % 2 == 0;
    const auto address = by_lane([&](std::uint32_t lane) {
      const auto step = static_cast<std::uint64_t>(stride * static_cast<std::int64_t>(lane));
      return kBase + 4096 + bytes * (strided ? step : random() % span);
    });
    ASSERT_EQ(count(address, bytes, active), count_bytes(address, bytes, active))
        << "bytes " << bytes << ", mask " << active << ", stride " << stride << ", round " << round;
  }
}

}  // namespace
}  // namespace test
}  // namespace warpgrade::observe
