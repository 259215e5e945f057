// SPDX-License-Identifier: Apache-2.0
#include "harness/device/cuda/guarded_heap.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace warpgrade::device::cuda {
namespace {

using Released = GuardedHeap::Released;
constexpr std::uint64_t kBegin = 0x0b00'0000'0000;
constexpr std::uint64_t kMegabyte = std::uint64_t{1} << 20;

GuardedHeap heap_of(std::uint64_t bytes) {
  GuardedHeap heap;
  heap.add_memory(kBegin, bytes);
  return heap;
}

TEST(GuardedHeap, BlocksAreAlignedWithAZoneOnEachSide) {
  auto heap = heap_of(kMegabyte);
  for (const auto owner : {Owner::harness, Owner::submission}) {
    const auto* block = heap.allocate(owner, 1001);
    ASSERT_NE(block, nullptr);
    EXPECT_EQ(block->address % GuardedHeap::kAlignment, 0U);
    EXPECT_EQ(block->before().address, block->begin);
    EXPECT_EQ(block->before().address + block->before().bytes, block->address);
    EXPECT_EQ(block->after().address, block->address + 1001);
    EXPECT_EQ(block->after().address + block->after().bytes, block->end);
    EXPECT_GE(block->before().bytes, 4096U);
    EXPECT_GE(block->after().bytes, 4096U);
    EXPECT_EQ(block->end - block->begin, GuardedHeap::footprint(owner, 1001));
  }
}

TEST(GuardedHeap, SaysNoWhereNothingFits) {
  auto heap = heap_of(kMegabyte);
  EXPECT_EQ(heap.allocate(Owner::harness, kMegabyte), nullptr);
  EXPECT_EQ(heap.allocate(Owner::harness, ~std::uint64_t{0}), nullptr);
  heap.add_memory(kBegin + kMegabyte, kMegabyte);
  EXPECT_NE(heap.allocate(Owner::harness, kMegabyte), nullptr);
}

TEST(GuardedHeap, FindsTheAllocationThatHoldsAnAddress) {
  auto heap = heap_of(kMegabyte);
  const auto block = *heap.allocate(Owner::harness, 100);
  EXPECT_EQ(heap.find(block.address)->address, block.address);
  EXPECT_EQ(heap.find(block.address + 99)->address, block.address);
  EXPECT_EQ(heap.find(block.address + 100), nullptr);
  EXPECT_EQ(heap.find(block.address - 1), nullptr);
  EXPECT_TRUE(heap.holds(block.address + 40, 60));
  EXPECT_FALSE(heap.holds(block.address + 40, 61));
  EXPECT_FALSE(heap.holds(block.address + 40, ~std::uint64_t{0}));
}

TEST(GuardedHeap, CountsWhatTheSubmissionHolds) {
  auto heap = heap_of(kMegabyte);
  heap.allocate(Owner::harness, 1000);
  const auto theirs = heap.allocate(Owner::submission, 300)->address;
  heap.allocate(Owner::submission, 200);
  EXPECT_EQ(heap.submission_bytes(), 500U);
  EXPECT_EQ(heap.release(Owner::submission, theirs, false), Released::yes);
  EXPECT_EQ(heap.submission_bytes(), 200U);
  heap.release_submission(false);
  EXPECT_EQ(heap.submission_bytes(), 0U);
  EXPECT_EQ(heap.submission_allocations(), 0U);
  EXPECT_EQ(heap.blocks().size(), 1U);
}

TEST(GuardedHeap, NobodyFreesTheHarnessesBuffersOrTheMiddleOfOne) {
  auto heap = heap_of(kMegabyte);
  const auto ours = heap.allocate(Owner::harness, 1000)->address;
  EXPECT_EQ(heap.release(Owner::submission, ours, false), Released::not_yours);
  EXPECT_EQ(heap.release(Owner::harness, ours + 256, false), Released::not_an_allocation);
  EXPECT_EQ(heap.release(Owner::harness, ours, false), Released::yes);
  EXPECT_EQ(heap.release(Owner::harness, ours, false), Released::not_an_allocation);
}

TEST(GuardedHeap, KeptMemoryComesBackOnlyWhenToldTo) {
  auto heap = heap_of(kMegabyte);
  const auto first = heap.allocate(Owner::submission, 1000)->address;
  heap.release(Owner::submission, first, true);
  EXPECT_EQ(heap.find(first), nullptr);
  EXPECT_NE(heap.allocate(Owner::submission, 1000)->address, first);
  heap.give_back_kept();
  EXPECT_EQ(heap.allocate(Owner::submission, 1000)->address, first);
}

// Whatever comes and goes, blocks never overlap, and in the end all memory is one piece again.
TEST(GuardedHeap, NeverOverlapsAndLosesNothing) {
  auto heap = heap_of(64 * kMegabyte);
  std::mt19937_64 random(3);
  std::map<std::uint64_t, Block> live;
  for (int step = 0; step < 5000; ++step) {
    if (live.size() < 50 || random() % 2 == 0) {
      const auto* block = heap.allocate(Owner::harness, 1 + random() % 100000);
      if (block == nullptr) continue;
      const auto next = live.lower_bound(block->begin);
      ASSERT_TRUE(next == live.end() || block->end <= next->second.begin);
      ASSERT_TRUE(next == live.begin() || std::prev(next)->second.end <= block->begin);
      live.emplace(block->begin, *block);
    } else {
      const auto gone =
          std::next(live.begin(), static_cast<std::ptrdiff_t>(random() % live.size()));
      ASSERT_EQ(heap.release(Owner::harness, gone->second.address, false), Released::yes);
      live.erase(gone);
    }
  }
  for (const auto& [begin, block] : live) heap.release(Owner::harness, block.address, false);
  EXPECT_EQ(heap.used_bytes(), 0U);
  EXPECT_NE(heap.allocate(Owner::harness, 63 * kMegabyte), nullptr);
}

}  // namespace
}  // namespace warpgrade::device::cuda
