// SPDX-License-Identifier: Apache-2.0
// Filling and checking by formula, recordings and their replays.
#include "harness/core/index_fill.hpp"
#include "tests/device/emulated/machine.hpp"

#include <string>

namespace warpgrade::device::emulated {
namespace {

class Replays : public Machine {
 protected:
  /// Records two launches of the machine's kernel: out[i] = i + 5 for 64 cells.
  void record(std::uint64_t out) {
    const auto module = load(kIota);
    device.begin_recording();
    EXPECT_EQ(device.launch(request(module, {2, 1, 1}, {32, 1, 1}, out, 5)), Status::success);
    std::string problem = "none";
    EXPECT_EQ(device.end_recording(problem), Status::success);
    EXPECT_EQ(problem, "");
  }
};

TEST_F(Replays, FormulasFillAndCheck) {
  const auto a = allocate(5 * 7 * 4);
  ASSERT_EQ(device.fill_index(a, {{5, 7}, 3}), Status::success);
  const IndexFill fill(35, 3);
  const auto cells = words(a, 35);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    EXPECT_EQ(cells[i], fill.bits(static_cast<std::int64_t>(i)));
  }
  std::uint64_t wrong = 99;
  EXPECT_EQ(device.count_wrong(a, {{5, 7}, 3}, Movement::copied, wrong), Status::success);
  EXPECT_EQ(wrong, 0U);
  EXPECT_EQ(device.count_wrong(a, {{5, 7}, 3}, Movement::transposed, wrong), Status::success);
  EXPECT_EQ(wrong, 32U) << "two corners and the middle stay in place";
  EXPECT_EQ(device.fill_index(a, {{6, 6}, 3}), Status::invalid_value);
  EXPECT_EQ(device.fill_index(a, {{-1, 6}, 3}), Status::invalid_value);
  EXPECT_TRUE(device.take_evidence().steps.size() == 1) << "the download alone is a step";
}

TEST_F(Replays, RunAgainInTheTimeOfTheFirstRun) {
  const auto out = allocate(64 * 4);
  record(out);
  const auto steps = device.take_evidence().steps;
  ASSERT_EQ(device.fill(out, 0, 4, 64), Status::success);
  device.take_evidence();
  Replay replay;
  ASSERT_EQ(device.replay(true, replay), Status::success);
  EXPECT_EQ(words(out, 64).at(63), 68U);
  EXPECT_EQ(replay.seconds, steps.at(0).seconds);
  EXPECT_GT(replay.seconds, 0);
  EXPECT_EQ(replay.clock_low, replay.clock_high);
}

TEST_F(Replays, NeedARecording) {
  Replay replay;
  EXPECT_EQ(device.replay(true, replay), Status::not_supported);
}

TEST_F(Replays, MemoryOfARecordingStays) {
  device.begin_recording();
  const auto temporary = allocate(64 * 4, Owner::submission);
  EXPECT_EQ(device.fill(temporary, 7, 4, 64), Status::success);
  EXPECT_EQ(device.release(Owner::submission, temporary), Status::success);
  EXPECT_EQ(device.release(Owner::submission, temporary), Status::invalid_value);
  std::string problem;
  EXPECT_EQ(device.end_recording(problem), Status::success);
  Replay replay;
  EXPECT_EQ(device.replay(false, replay), Status::success);
  EXPECT_EQ(words(temporary, 1)[0], 7U);
  device.begin_recording();
  std::vector<std::byte> data(4);
  EXPECT_EQ(device.download(temporary, data), Status::invalid_value);
}

}  // namespace
}  // namespace warpgrade::device::emulated
