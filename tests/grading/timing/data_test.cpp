// SPDX-License-Identifier: Apache-2.0
// Data that the host makes, for signatures that no formula covers: copies need no kernel.
#include "harness/grading/timing/data.hpp"

#include "harness/device/emulated/emulated_device.hpp"
#include "harness/emulator/model/card.hpp"
#include "harness/grading/timing/contestant.hpp"

#include <gtest/gtest.h>

namespace warpgrade::timing {
namespace {

constexpr std::int64_t kCells = 40;

/// solve(const float* a, n, const float* b, double* out), `out` half as long.
Signature three_buffers() {
  using Kind = Parameter::Kind;
  const Side n{0, 1};
  Signature signature;
  signature.sizes = {"n", "half"};
  signature.parameters = {{"a", Kind::in, ElementType::float32, n, {}, Fill::index, 0},
                          {"n", Kind::size, ElementType::float32, {}, {}, Fill::index, 0},
                          {"b", Kind::in, ElementType::float32, n, {}, Fill::index, 0},
                          {"out", Kind::out, ElementType::float64, {1, 1}, {}, Fill::index, 0}};
  return signature;
}

/// The output holds the bytes of b.
HostData make(const Shape& shape, std::uint64_t seed) {
  HostData data;
  for (std::int64_t i = 0; i < 2 * shape[0]; ++i) {
    data.values.push_back(static_cast<std::uint32_t>(seed * 1000 + static_cast<std::uint64_t>(i)));
  }
  data.expected.assign(data.values.begin() + shape[0], data.values.end());
  return data;
}

class HostMade : public testing::Test {
 protected:
  /// Work that copies argument `from` to the output.
  Contestant::Work copying(std::size_t from, std::uint64_t bytes) {
    return [this, from, bytes](std::span<const std::uint64_t> arguments) -> std::string {
      EXPECT_EQ(arguments.size(), 4U);
      EXPECT_EQ(arguments[1], static_cast<std::uint64_t>(kCells));
      device.copy(arguments[3], arguments[from], bytes);
      return "";
    };
  }
  std::unique_ptr<Data> data() { return host_made(three_buffers(), {kCells, kCells / 2}, make); }

  device::emulated::EmulatedDevice device{model::read_card(WARPGRADE_SOURCE_DIR "/cards/t4.toml"),
                                          1};
};

TEST_F(HostMade, IsFreshForEverySeedAndChecked) {
  Contestant contestant(device, data());
  ASSERT_EQ(contestant.record(copying(2, kCells * 4), 1), "");
  for (std::uint64_t seed = 2; seed < 7; ++seed) {
    const auto sample = contestant.sample(seed, true);
    EXPECT_FALSE(sample.failed);
    EXPECT_EQ(sample.wrong_cells, 0U) << seed;
  }
}

TEST_F(HostMade, WrongCellsAreThoseOfTheOutputsType) {
  Contestant contestant(device, data());
  EXPECT_EQ(contestant.record(copying(0, kCells * 4), 1), "20 cells of 40 x 20 are wrong");
}

TEST_F(HostMade, CellsThatAreNotWrittenAreWrong) {
  Contestant contestant(device, data());
  EXPECT_EQ(contestant.record(copying(2, kCells * 4 - 4), 1), "1 cells of 40 x 20 are wrong");
}

}  // namespace
}  // namespace warpgrade::timing
