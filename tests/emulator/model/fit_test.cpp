// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/model/fit.hpp"

#include "harness/emulator/model/time.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

namespace warpgrade::model {
namespace {

Card card_of(const std::string& name) {
  return read_card(std::string{WARPGRADE_SOURCE_DIR} + "/cards/" + name + ".toml");
}

constexpr std::uint64_t kCells = 16381ULL * 16411;
constexpr std::uint64_t kSectors = kCells / 8;
constexpr std::uint64_t kRequests = kCells / 32;

/// A kernel of the lesson's shape that reads and writes each sector once.
KernelCounters kernel(std::uint32_t tile) {
  KernelCounters c;
  c.launches = 1;
  c.grid = {16411 / tile + 1, 16381 / tile + 1, 1};
  c.block = {tile, tile == 32 ? 8U : 16U, 1};
  c.global_load = {kRequests, kSectors, kSectors, 4 * kCells};
  c.global_store = c.global_load;
  c.traffic.unique_sectors_read = kSectors;
  c.traffic.unique_sectors_written = kSectors;
  c.traffic.cta_sectors_read = kSectors;
  c.traffic.store_sectors_full = kSectors;
  c.traffic.warp_instructions = 20 * kRequests;
  return c;
}

/// What a GPU with the constants of `card` would show.
Samples seen_on(const Card& card) {
  Samples s;
  s.launch_seconds = card.time.launch_seconds;
  s.clock_hz = card.time.clock_hz;
  s.memcpy_bytes = 4 * kCells;
  s.memcpy_seconds = copy_seconds(s.memcpy_bytes, card);
  s.copy.counters = kernel(32);
  s.strided_store.counters = kernel(32);
  s.strided_store.counters.traffic.store_sectors_full = 0;
  s.strided_store.counters.traffic.store_sectors_partial = kCells;
  s.strided_load.counters = kernel(32);
  s.strided_load.counters.global_load.sectors = kCells;
  s.tile32.counters = kernel(32);
  s.tile32.counters.shared_load_estimated = {kRequests, 32 * kRequests, kRequests};
  s.tile32.counters.shared_store = {kRequests, kRequests, kRequests};
  s.tile16.counters = kernel(16);
  for (auto* sample : {&s.copy, &s.strided_store, &s.strided_load, &s.tile32, &s.tile16}) {
    sample->seconds = launch_seconds(sample->counters, card);
  }
  s.conflicts.counters = kernel(32);
  s.conflicts.counters.shared_load_estimated = {64 * kRequests, 64 * 32 * kRequests,
                                                64 * kRequests};
  s.conflicts.seconds = card.time.launch_seconds + card.time.cycles_per_wavefront * 64 * 32 *
                                                       static_cast<double>(kRequests) /
                                                       (card.multiprocessors * card.time.clock_hz);
  return s;
}

TEST(FitCard, FindsTheConstantsOfACardFromItsTimes) {
  const auto truth = card_of("h200");
  auto start = truth;
  start.time.launch_seconds = 1;
  start.time.clock_hz = 1e9;
  start.time.copy_bytes_per_second = 1e11;
  start.time.memcpy_bytes_per_second = 1e11;
  start.time.l1_load_sectors_per_cycle = 0.5;
  start.time.l2_partial_store_sectors_per_second = 1e10;
  start.time.cycles_per_wavefront = 2;
  start.time.shared_overlap = 0.1;
  start.time.memory_latency_seconds = 5e-7;
  const auto samples = seen_on(truth);
  const auto fit = fit_card(start, samples);
  const auto& found = fit.card.time;
  const auto near = [](double value, double wanted) { EXPECT_NEAR(value, wanted, 0.01 * wanted); };
  near(found.launch_seconds, truth.time.launch_seconds);
  near(found.clock_hz, truth.time.clock_hz);
  near(found.copy_bytes_per_second, truth.time.copy_bytes_per_second);
  near(found.memcpy_bytes_per_second, truth.time.memcpy_bytes_per_second);
  near(found.l1_load_sectors_per_cycle, truth.time.l1_load_sectors_per_cycle);
  near(found.l2_partial_store_sectors_per_second, truth.time.l2_partial_store_sectors_per_second);
  near(found.cycles_per_wavefront, truth.time.cycles_per_wavefront);
  near(found.shared_overlap, truth.time.shared_overlap);
  near(launch_seconds(samples.tile16.counters, fit.card), samples.tile16.seconds);
  EXPECT_TRUE(fit.kept.empty());
}

TEST(FitCard, AConstantThatNothingShowsStays) {
  const auto truth = card_of("h200");
  auto samples = seen_on(truth);
  samples.tile32.seconds = 0.5 * samples.copy.seconds;  // Faster than any overlap allows.
  const auto fit = fit_card(truth, samples);
  EXPECT_EQ(fit.kept, std::vector<std::string>{"shared_overlap"});
  EXPECT_DOUBLE_EQ(fit.card.time.shared_overlap, truth.time.shared_overlap);
}

TEST(CardText, IsReadBackAsTheSameCard) {
  for (const auto* name : {"a100", "t4", "rtx4070", "h200"}) {
    const auto card = card_of(name);
    const auto file = std::filesystem::path{testing::TempDir()} / (std::string{name} + ".toml");
    std::ofstream{file} << card_text(card, "made by a test\nof two lines");
    const auto again = read_card(file);
    EXPECT_EQ(again.id, name);
    EXPECT_EQ(card_text(again, "x"), card_text(card, "x"));
    EXPECT_EQ(again.l2_bytes, card.l2_bytes);
    EXPECT_EQ(again.time.copy_bytes_per_second, card.time.copy_bytes_per_second);
    EXPECT_EQ(again.time.shared_overlap, card.time.shared_overlap);
    std::filesystem::remove(file);
  }
}

}  // namespace
}  // namespace warpgrade::model
