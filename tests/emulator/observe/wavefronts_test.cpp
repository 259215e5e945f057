// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/observe/wavefronts.hpp"

#include <gtest/gtest.h>

#include <map>
#include <ostream>
#include <random>
#include <set>

#include "tests/emulator/observe/events.hpp"

namespace warpgrade::observe {

void PrintTo(const WavefrontCount& count, std::ostream* out) {
  *out << count.wavefronts << " wavefronts, ideal " << count.ideal;
}

namespace test {
namespace {

WavefrontCount load(const simt::LaneAddresses& address, std::uint32_t bytes = 4,
                    simt::Mask active = kAll) {
  return count_wavefronts(Lanes(active, address), active, address, bytes, true);
}
WavefrontCount store(const simt::LaneAddresses& address, std::uint32_t bytes = 4,
                     simt::Mask active = kAll) {
  return count_wavefronts(Lanes(active, address), active, address, bytes, false);
}

// Rule 4.2 by the letter: phases of lanes, then per bank the distinct words.
WavefrontCount by_the_letter(const simt::LaneAddresses& address, std::uint32_t bytes,
                             simt::Mask active, bool is_load) {
  const auto on = [&](std::uint32_t lane) { return (active >> lane & 1) != 0; };
  const auto equal_at = [&](std::uint32_t distance) {
    for (std::uint32_t i = 0; i < 32; ++i) {
      if (on(i) && on(i ^ distance) && address[i] != address[i ^ distance]) return false;
    }
    return true;
  };
  std::uint32_t lanes = bytes <= 4 ? 32 : 128 / bytes;
  if (bytes > 4 && is_load && (equal_at(1) || equal_at(2))) lanes *= 2;
  WavefrontCount result;
  for (std::uint32_t first = 0; first < 32; first += lanes) {
    std::map<std::uint64_t, std::set<std::uint64_t>> words;
    for (std::uint32_t lane = first; lane < first + lanes; ++lane) {
      if (!on(lane)) continue;
      for (std::uint32_t b = 0; b < bytes; ++b) {
        const std::uint64_t word = (address[lane] + b) / 4;
        words[word % 32].insert(word);
      }
    }
    std::size_t most = 0;
    for (const auto& [bank, in_bank] : words) most = std::max(most, in_bank.size());
    result.wavefronts += static_cast<std::uint32_t>(most);
    result.ideal += words.empty() ? 0 : 1;
  }
  return result;
}

TEST(WavefrontsTest, float_strides) {
  constexpr std::pair<int, std::uint32_t> by_stride[] = {
      {0, 1},   {1, 1},  {2, 2},  {3, 1},   {4, 4},  {8, 8},   {16, 16},
      {32, 32}, {33, 1}, {31, 1}, {64, 32}, {-1, 1}, {-32, 32}};
  for (const auto& [words, wavefronts] : by_stride) {
    EXPECT_EQ(load(apart(8192, 4 * words)), (WavefrontCount{wavefronts, 1})) << words;
    EXPECT_EQ(store(apart(8192, 4 * words)), (WavefrontCount{wavefronts, 1})) << words;
  }
}

TEST(WavefrontsTest, bytes_and_halves_of_one_word_are_one_access) {
  EXPECT_EQ(load(apart(0, 1), 1), (WavefrontCount{1, 1}));
  EXPECT_EQ(load(apart(0, 2), 2), (WavefrontCount{1, 1}));
  EXPECT_EQ(load(apart(0, 128), 1), (WavefrontCount{32, 1}));
  EXPECT_EQ(load(apart(0, 6), 2), (WavefrontCount{2, 1}));
}

TEST(WavefrontsTest, conflicts_are_those_of_active_lanes) {
  EXPECT_EQ(load(apart(0, 128), 4, 0x0000ffff), (WavefrontCount{16, 1}));
  EXPECT_EQ(load(apart(0, 128), 4, 0x00010001), (WavefrontCount{2, 1}));
  EXPECT_EQ(load(apart(0, 128), 4, 0x1), (WavefrontCount{1, 1}));
}

TEST(WavefrontsTest, column_of_a_16_wide_tile) {
  const auto column = by_lane([](std::uint32_t i) { return i % 16 * 64 + i / 16 * 4; });
  EXPECT_EQ(load(column), (WavefrontCount{8, 1}));
  const auto padded = by_lane([](std::uint32_t i) { return i % 16 * 68 + i / 16 * 4; });
  EXPECT_EQ(load(padded), (WavefrontCount{2, 1}));
}

TEST(WavefrontsTest, wide_accesses_run_in_halves_and_quarters) {
  EXPECT_EQ(load(apart(0, 8), 8), (WavefrontCount{2, 2}));
  EXPECT_EQ(load(apart(0, 16), 16), (WavefrontCount{4, 4}));
  EXPECT_EQ(load(apart(0, 8), 8, 0x0000ffff), (WavefrontCount{1, 1}));
  EXPECT_EQ(load(apart(0, 16), 16, 0xff000000), (WavefrontCount{1, 1}));
  EXPECT_EQ(load(apart(0, 16), 8), (WavefrontCount{4, 2}));
  EXPECT_EQ(load(apart(0, 32), 16), (WavefrontCount{8, 4}));
}

TEST(WavefrontsTest, loads_equal_in_pairs_run_in_half_as_many_phases) {
  EXPECT_EQ(load(apart(512, 0), 8), (WavefrontCount{1, 1}));
  EXPECT_EQ(load(apart(512, 0), 16), (WavefrontCount{2, 2}));
  EXPECT_EQ(store(apart(512, 0), 8), (WavefrontCount{2, 2}));
  EXPECT_EQ(store(apart(512, 0), 16), (WavefrontCount{4, 4}));
  const auto pairs = by_lane([](std::uint32_t i) { return i / 2 * 16; });
  EXPECT_EQ(load(pairs, 16), (WavefrontCount{2, 2}));
  const auto by_two = by_lane([](std::uint32_t i) { return (i / 4 * 2 + i % 2) * 16; });
  EXPECT_EQ(load(by_two, 16), (WavefrontCount{2, 2}));
  const auto one_pair_differs = by_lane([](std::uint32_t i) { return i == 1 ? 256 : i / 2 * 16; });
  EXPECT_EQ(load(one_pair_differs, 16).ideal, 4u);
}

TEST(WavefrontsTest, lanes_without_a_partner_count_as_equal) {
  const auto every_other = by_lane([](std::uint32_t i) { return i / 2 * 8; });
  EXPECT_EQ(load(every_other, 8, 0x55555555), (WavefrontCount{1, 1}));
  EXPECT_EQ(store(every_other, 8, 0x55555555), (WavefrontCount{2, 2}));
}

TEST(WavefrontsTest, any_pattern_agrees_with_the_rule) {
  std::mt19937 random(11);
  for (int round = 0; round < 4000; ++round) {
    const std::uint32_t bytes = 1u << random() % 5;
    const std::uint32_t span = 1u << (1 + random() % 9);
    const simt::Mask active = random() % 3 == 0 ? kAll : static_cast<simt::Mask>(random() | 1);
    const auto stride = static_cast<std::uint32_t>(random() % 40);
    const auto shape =
        static_cast<std::uint32_t>(random() % 3);  // strided, strided in pairs, anywhere
    const auto address = by_lane([&](std::uint32_t lane) -> std::uint64_t {
      return bytes * (shape == 0   ? lane * stride
                      : shape == 1 ? lane / 2 * stride
                                   : random() % span);
    });
    const bool is_load = random() % 2 == 0;
    ASSERT_EQ(count_wavefronts(Lanes(active, address), active, address, bytes, is_load),
              by_the_letter(address, bytes, active, is_load))
        << "bytes " << bytes << ", mask " << active << ", stride " << stride << ", round " << round;
  }
}

}  // namespace
}  // namespace test
}  // namespace warpgrade::observe
