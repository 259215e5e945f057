// SPDX-License-Identifier: Apache-2.0
// Contestants on an emulated device: copies need no kernel.
#include "harness/grading/timing/contestant.hpp"

#include "harness/core/poison.hpp"
#include "harness/device/emulated/emulated_device.hpp"
#include "harness/emulator/model/card.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace warpgrade::timing {
namespace {

using device::Movement;
using device::Owner;
using device::Status;

class Contestants : public testing::Test {
 protected:
  static constexpr Extent kInput{31, 33};
  static constexpr std::uint64_t kCells = 31 * 33;
  device::emulated::EmulatedDevice device{model::read_card(WARPGRADE_SOURCE_DIR "/cards/t4.toml"),
                                          1};
};

TEST_F(Contestants, TimesTheDevicesCopyOnFreshData) {
  Contestant copy(device, moved_matrix(kInput, Movement::copied));
  ASSERT_EQ(copy.record(copy_by_device(device, kInput), 1), "");
  for (std::uint64_t seed = 2; seed < 5; ++seed) {
    const auto sample = copy.sample(seed, true);
    EXPECT_FALSE(sample.failed);
    EXPECT_GT(sample.seconds, 0);
    EXPECT_EQ(sample.wrong_cells, 0U);
  }
}

TEST_F(Contestants, RefusesWhatIsWrongAlreadyInTheFirstRun) {
  Contestant copy(device, moved_matrix(kInput, Movement::transposed));
  EXPECT_NE(copy.record(copy_by_device(device, kInput), 1).find("cells of 31 x 33 are wrong"),
            std::string::npos);
}

TEST_F(Contestants, RefusesWhatDoesNothing) {
  Contestant nothing(device, moved_matrix(kInput, Movement::copied));
  EXPECT_NE(nothing.record([](auto) { return std::string(); }, 1), "");
  EXPECT_TRUE(nothing.sample(2, true).failed);
}

TEST_F(Contestants, PassesOnWhyTheWorkFailed) {
  Contestant broken(device, moved_matrix(kInput, Movement::copied));
  EXPECT_EQ(broken.record([](auto) { return std::string("no"); }, 1), "no");
}

// The output of the first run, kept and handed out again: right once, wrong on fresh data.
TEST_F(Contestants, CatchesAnOutputThatIsReplayed) {
  std::uint64_t kept = 0;
  ASSERT_EQ(device.allocate(Owner::harness, kCells * 4, kept), Status::success);
  ASSERT_EQ(device.fill_index(kept, {kInput, 1}), Status::success);
  Contestant cheat(device, moved_matrix(kInput, Movement::copied));
  ASSERT_EQ(cheat.record(
                [&](std::span<const std::uint64_t> arguments) {
                  device.copy(arguments[1], kept, kCells * 4);
                  return std::string();
                },
                1),
            "");
  EXPECT_EQ(cheat.sample(1, true).wrong_cells, 0U);
  EXPECT_EQ(cheat.sample(2, true).wrong_cells, kCells - 3) << "0, -0 and -1 keep their places";
}

// Doing half of it is seen: the other half still holds the poison.
TEST_F(Contestants, CatchesCellsThatAReplayDoesNotWrite) {
  Contestant lazy(device, moved_matrix(kInput, Movement::copied));
  EXPECT_NE(lazy.record(
                [&](std::span<const std::uint64_t> arguments) {
                  device.copy(arguments[1], arguments[0], kCells * 4 - 4);
                  return std::string();
                },
                1),
            "");
}

TEST_F(Contestants, NeedRoom) {
  EXPECT_THROW(Contestant(device, moved_matrix({1 << 20, 1 << 20}, Movement::copied)),
               std::runtime_error);
}

}  // namespace
}  // namespace warpgrade::timing
