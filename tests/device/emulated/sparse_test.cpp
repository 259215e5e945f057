// SPDX-License-Identifier: Apache-2.0
// Matrices larger than the card, of which a few blocks are run.
#include "harness/core/index_fill.hpp"
#include "harness/core/poison.hpp"
#include "harness/device/emulated/sample.hpp"
#include "tests/device/emulated/machine.hpp"

#include <algorithm>

namespace warpgrade::device::emulated {
namespace {

constexpr Formula kGiant{{46341, 46342}, 7};
constexpr std::uint64_t kBytes = std::uint64_t{46341} * 46342 * 4;

class SparseBuffers : public Machine {
 protected:
  std::uint64_t allocate_sparse(bool poisoned) {
    std::uint64_t address = 0;
    EXPECT_EQ(device.allocate_sparse({kGiant, poisoned}, address), Status::success);
    return address;
  }
  std::vector<Patch> touched(std::uint64_t address) {
    std::vector<Patch> patches;
    EXPECT_EQ(device.touched(address, patches), Status::success);
    return patches;
  }
};

TEST(SampleBlocks, AreTheCornersAndTheMiddle) {
  EXPECT_EQ(sample_blocks({1, 1, 1}), (std::vector<std::uint64_t>{0}));
  EXPECT_EQ(sample_blocks({2, 1, 2}), (std::vector<std::uint64_t>{0, 1, 2, 3}));
  EXPECT_EQ(sample_blocks({100, 1, 1}), (std::vector<std::uint64_t>{0, 1, 50, 98, 99}));
  const auto blocks = sample_blocks({2147483647, 65535, 65535});
  EXPECT_EQ(blocks.size(), 50U);
  EXPECT_EQ(blocks.back(), std::uint64_t{2147483647} * 65535 * 65535 - 1);
  EXPECT_TRUE(std::ranges::is_sorted(blocks));
}

TEST_F(SparseBuffers, HoldTheFormulaWhereKernelsTouchThem) {
  const auto out = allocate_sparse(true);
  const auto in = allocate_sparse(false);
  const auto module = load(kIota);
  ASSERT_EQ(device.launch(request(module, {1000, 1, 1}, {32, 1, 1}, out, 5)), Status::success);
  EXPECT_TRUE(touched(in).empty());
  const auto patches = touched(out);
  ASSERT_EQ(patches.size(), 3U) << "blocks 0 and 1, 500, 998 and 999 of 32 words each";
  EXPECT_EQ(patches[0].first, 0);
  EXPECT_EQ(patches[0].cells.at(63), 68U);
  EXPECT_EQ(patches[1].first, 500 * 32);
  EXPECT_EQ(patches[1].cells.at(31), 500 * 32 + 31 + 5U);
  EXPECT_EQ(patches[1].cells.at(32), kOutputPoison) << "the block behind it did not run";
  const auto step = device.take_evidence().steps.at(0);
  EXPECT_EQ(step.blocks_sampled, 5U);
  EXPECT_EQ(step.touched.at(0).words_written, 160U);
}

TEST_F(SparseBuffers, HoldInputValuesAroundWhatIsWritten) {
  const auto in = allocate_sparse(false);
  const auto module = load(kIota);
  ASSERT_EQ(device.launch(request(module, {1, 1, 1}, {16, 1, 1}, in + kBytes - 120, 5)),
            Status::success);
  const auto patches = touched(in);
  const IndexFill fill{std::int64_t{46341} * 46342, 7};
  ASSERT_EQ(patches.size(), 1U);
  EXPECT_EQ(patches.back().first + std::ssize(patches.back().cells), fill.cells());
  EXPECT_EQ(patches.back().cells.back(), fill.bits(fill.cells() - 1));
}

TEST_F(SparseBuffers, AreLeftAloneByCopiesAndFills) {
  const auto out = allocate_sparse(true);
  ASSERT_EQ(device.fill(out, 0, 4, kBytes / 4), Status::success);
  std::vector<std::byte> few(64);
  ASSERT_EQ(device.upload(out, few), Status::success);
  ASSERT_EQ(device.download(out, few), Status::success);
  ASSERT_EQ(device.copy(out + 4096, out, 64), Status::success);
  EXPECT_TRUE(touched(out).empty());
  EXPECT_EQ(device.take_evidence().steps.size(), 4U) << "but they are seen";
}

TEST_F(SparseBuffers, EndOnceTheyAreReleased) {
  const auto out = allocate_sparse(true);
  ASSERT_EQ(device.release(Owner::harness, out), Status::success);
  std::vector<Patch> patches;
  EXPECT_EQ(device.touched(out, patches), Status::invalid_value);
  const auto small = allocate(64 * 4);
  ASSERT_EQ(device.launch(request(load(kIota), {2, 1, 1}, {32, 1, 1}, small, 5)), Status::success);
  EXPECT_EQ(device.take_evidence().steps.at(0).blocks_sampled, 0U) << "all blocks run again";
}

TEST_F(SparseBuffers, LeaveCooperativeLaunchesOut) {
  const auto out = allocate_sparse(true);
  auto launch = request(load(kIota), {1000, 1, 1}, {32, 1, 1}, out, 5);
  launch.grid = {8, 1, 1};
  launch.cooperative = true;
  ASSERT_EQ(device.launch(launch), Status::success);
  EXPECT_TRUE(touched(out).empty());
  EXPECT_EQ(device.take_evidence().steps.at(0).blocks_sampled, 0U);
}

TEST_F(SparseBuffers, NeedAFormulaThatFits) {
  std::uint64_t address = 0;
  EXPECT_EQ(device.allocate_sparse({{{-1, 6}, 0}, true}, address), Status::invalid_value);
  EXPECT_EQ(device.allocate_sparse({{{65536, 65536}, 0}, true}, address), Status::invalid_value);
}

}  // namespace
}  // namespace warpgrade::device::emulated
