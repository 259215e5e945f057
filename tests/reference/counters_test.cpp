// SPDX-License-Identifier: Apache-2.0
// The emulated device against the hardware counters of an H200 (Nsight Compute): every integer of
// the two tables that the emulator can produce, from the very PTX that nvcc makes.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "harness/device/emulated/emulated_device.hpp"

namespace warpgrade::device::emulated {
namespace {

constexpr std::uint64_t kNotMeasured = ~std::uint64_t{0};

struct Row {
  const char* kernel;
  Extent input;
  std::uint32_t tile;
  std::uint64_t load_requests, load_sectors;
  std::uint64_t store_requests, store_sectors;
  std::uint64_t shared_load_requests, shared_load_wavefronts;
  std::uint64_t shared_store_requests, shared_store_wavefronts;
  std::uint64_t wavefronts, wavefronts_ideal;  ///< memory_l1_wavefronts_shared and _ideal.
};

// What a failure names instead of the row's bytes.
void PrintTo(const Row& row,
             std::ostream* out) {  // NOLINT(readability-identifier-naming): GoogleTest's
  *out << row.kernel;
}

constexpr Extent kLarge{2003, 3001};
constexpr Extent kSmall{31, 33};
constexpr auto kNone = kNotMeasured;

constexpr Row kRows[] = {
    {"copy", kLarge, 32, 188282, 916064, 188282, 916064, 0, 0, 0, 0, 0, 0},
    {"naive_strided_store", kLarge, 32, 188282, 916064, 188282, 6011003, 0, 0, 0, 0, 0, 0},
    {"naive_strided_load", kLarge, 32, 189063, 6011003, 189063, 916751, 0, 0, 0, 0, 0, 0},
    {"tiled_static", kLarge, 32, 188282, 916064, 189063, 916751, 189063, kNone, 188282, kNone,
     6199285, 377345},
    {"tiled_16x16", kLarge, 16, 188376, 1080752, 189126, 1082126, 189126, kNone, kNone, kNone,
     kNone, kNone},
    {"copy", kSmall, 32, 62, 182, 62, 182, 0, 0, 0, 0, 0, 0},
    {"naive_strided_store", kSmall, 32, 62, 182, 62, 1023, 0, 0, 0, 0, 0, 0},
    {"naive_strided_load", kSmall, 32, 33, 1023, 33, 156, 0, 0, 0, 0, 0, 0},
    {"tiled_static", kSmall, 32, 62, 182, 33, 156, 33, 1023, kNone, 62, kNone, kNone},
    {"tiled_dynamic", kSmall, 32, 62, 182, 33, 156, 33, 1023, kNone, 62, kNone, kNone},
    {"tiled_padded", kSmall, 32, 62, 182, 33, 156, kNone, 33, kNone, 62, kNone, kNone},
    {"tiled_16x16", kSmall, 16, 48, 209, 34, 184, 34, 272, kNone, 48, kNone, kNone},
};

std::vector<std::byte> fatbin() {
  std::ifstream file{WARPGRADE_BINARY_DIR "/tests/lesson_kernels.fatbin", std::ios::binary};
  const std::string bytes{std::istreambuf_iterator<char>{file}, {}};
  std::vector<std::byte> out(bytes.size());
  std::memcpy(out.data(), bytes.data(), bytes.size());
  return out;
}

std::uint32_t tiles(std::int64_t size, std::uint32_t tile) {
  return static_cast<std::uint32_t>((size + tile - 1) / tile);
}

std::vector<std::byte> parameters(std::uint64_t in, std::uint64_t out, Extent input) {
  const std::uint64_t values[] = {in, out, static_cast<std::uint64_t>(input.rows),
                                  static_cast<std::uint64_t>(input.cols)};
  std::vector<std::byte> packed(sizeof values);
  std::memcpy(packed.data(), values, sizeof values);
  return packed;
}

/// The counters of one launch, and the output checked on the way.
KernelCounters run(const Row& row) {
  EmulatedDevice device{model::read_card(WARPGRADE_SOURCE_DIR "/cards/h200.toml"), 0};
  const auto elements = static_cast<std::uint64_t>(row.input.rows * row.input.cols);
  std::vector<std::uint32_t> values(elements);
  for (std::uint64_t i = 0; i < elements; ++i) values[i] = static_cast<std::uint32_t>(i);
  std::uint64_t in = 0;
  std::uint64_t out = 0;
  ModuleId module = 0;
  EXPECT_EQ(device.allocate(Owner::harness, elements * 4, in), Status::success);
  EXPECT_EQ(device.allocate(Owner::harness, elements * 4, out), Status::success);
  EXPECT_EQ(device.upload(in, std::as_bytes(std::span{values})), Status::success);
  EXPECT_EQ(device.load_module(fatbin(), module), Status::success);
  LaunchRequest launch;
  launch.module = module;
  launch.kernel = row.kernel;
  launch.grid = {tiles(row.input.cols, row.tile), tiles(row.input.rows, row.tile), 1};
  launch.block = {row.tile, row.tile == 32 ? 8U : row.tile, 1};
  launch.dynamic_shared_bytes = std::string{row.kernel} == "tiled_dynamic" ? 4096 : 0;
  launch.parameters = parameters(in, out, row.input);
  device.take_evidence();
  EXPECT_EQ(device.launch(launch), Status::success);
  auto evidence = device.take_evidence();

  std::vector<std::uint32_t> got(elements);
  EXPECT_EQ(device.download(out, std::as_writable_bytes(std::span{got})), Status::success);
  const bool transposes = std::string{row.kernel} != "copy";
  std::uint64_t wrong = 0;
  for (std::uint64_t i = 0; i < elements; ++i) {
    const auto rows = static_cast<std::uint64_t>(row.input.rows);
    const auto cols = static_cast<std::uint64_t>(row.input.cols);
    wrong += got[i] != (transposes ? (i % rows) * cols + i / rows : i) ? 1 : 0;
  }
  EXPECT_EQ(wrong, 0U);
  EXPECT_TRUE(evidence.findings.empty());
  EXPECT_EQ(evidence.steps.size(), 1U);
  return evidence.steps.empty() ? KernelCounters{} : evidence.steps.front().counters;
}

class Reference : public testing::TestWithParam<Row> {};

TEST_P(Reference, EveryMeasuredIntegerIsTheEmulators) {
  const auto& row = GetParam();
  const auto got = run(row);
  const std::pair<std::uint64_t, std::uint64_t> pairs[] = {
      {row.load_requests, got.global_load.requests},
      {row.load_sectors, got.global_load.sectors},
      {row.store_requests, got.global_store.requests},
      {row.store_sectors, got.global_store.sectors},
      {row.shared_load_requests, got.shared_load.requests},
      {row.shared_load_wavefronts, got.shared_load.wavefronts},
      {row.shared_store_requests, got.shared_store.requests},
      {row.shared_store_wavefronts, got.shared_store.wavefronts},
      {row.wavefronts, got.shared_load.wavefronts + got.shared_store.wavefronts},
      {row.wavefronts_ideal, got.shared_load.wavefronts_ideal + got.shared_store.wavefronts_ideal},
  };
  for (const auto& [measured, modelled] : pairs) {
    if (measured != kNotMeasured) {
      EXPECT_EQ(measured, modelled);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(H200, Reference, testing::ValuesIn(kRows), [](const auto& row) {
  return std::string{row.param.kernel} + "_" + std::to_string(row.param.input.rows) + "x" +
         std::to_string(row.param.input.cols);
});

}  // namespace
}  // namespace warpgrade::device::emulated
