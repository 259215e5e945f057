// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/calibration.hpp"

#include <gtest/gtest.h>

#include <string>

namespace warpgrade::cli {
namespace {

TEST(CardSlug, IsAFileName) {
  EXPECT_EQ(card_slug("NVIDIA GeForce RTX 4070"), "nvidia_geforce_rtx_4070");
  EXPECT_EQ(card_slug("Tesla T4"), "tesla_t4");
  EXPECT_EQ(card_slug("  ../NVIDIA (A100)/80GB  "), "nvidia_a100_80gb");
  EXPECT_EQ(card_slug("***"), "");
}

TEST(StartingCard, HasTheLimitsOfTheGpuAndRatesInProportion) {
  const auto like = model::read_card(std::string{WARPGRADE_SOURCE_DIR} + "/cards/h200.toml");
  device::DeviceInfo gpu;
  gpu.name = "Half an H200";
  gpu.cc_major = 9;
  gpu.multiprocessors = like.multiprocessors / 2;
  gpu.clock_hz = like.time.clock_hz;
  gpu.l2_bytes = 30 << 20;
  gpu.shared_bytes_per_block_optin = 100 << 10;
  gpu.memory_clock_hz = 3.2e9;
  gpu.memory_bus_bits = 3072;
  const auto card = starting_card(gpu, like);
  EXPECT_EQ(card.name, "Half an H200");
  EXPECT_EQ(card.multiprocessors, 66U);
  EXPECT_EQ(card.l2_bytes, std::uint64_t{30} << 20);
  EXPECT_EQ(card.shared_bytes_per_block_optin, std::uint64_t{100} << 10);
  EXPECT_DOUBLE_EQ(card.time.l2_load_sectors_per_second, like.time.l2_load_sectors_per_second / 2);
  EXPECT_DOUBLE_EQ(card.time.peak_bytes_per_second, 2 * 3.2e9 * 3072 / 8);
  EXPECT_DOUBLE_EQ(card.time.shared_overlap, like.time.shared_overlap) << "a fit finds it";
}

}  // namespace
}  // namespace warpgrade::cli
