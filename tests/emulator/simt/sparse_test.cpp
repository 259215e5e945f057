// SPDX-License-Identifier: Apache-2.0
// Memory that is only there where it is touched, and launches that run a sample of their CTAs.
#include "tests/emulator/simt/machine.hpp"
#include "tests/emulator/simt/recorder.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpgrade::simt {
namespace {

constexpr std::uint64_t kHuge = std::uint64_t{9} << 30;
constexpr std::uint64_t kBeyond = std::uint64_t{1} << 31;  ///< Elements that a signed int counts.

/// out[(ctaid + p1) * ntid + tid] += 1, with 64-bit indices.
constexpr std::string_view kAddOne =
    "mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x;\n"
    "mul.wide.u32 %d1, %r1, %r2; cvt.u64.u32 %d2, %r3; add.u64 %d1, %d1, %d2;\n"
    "shl.b64 %d1, %d1, 2; add.u64 %d1, %d1, %out;\n"
    "ld.global.u32 %r4, [%d1]; add.u32 %r4, %r4, 1; st.global.u32 [%d1], %r4; ret;\n";

/// Each word holds its own number.
void numbers(std::uint64_t offset, std::span<std::byte> room) {
  for (std::size_t at = 0; at < room.size(); at += 4) {
    const auto word = static_cast<std::uint32_t>((offset + at) / 4);
    std::memcpy(room.data() + at, &word, sizeof word);
  }
}

std::uint32_t word_at(GlobalMemory& memory, std::uint64_t address) {
  std::uint32_t word = 0;
  std::memcpy(&word, memory.host(address), sizeof word);
  return word;
}

TEST(Sparse, IsMadeWhereItIsTouchedAndOnce) {
  Machine machine(kernel_of(kAddOne));
  const auto base = machine.memory().allocate_sparse(kHuge, numbers).value();
  machine.config.grid = {(1U << 26) + 2, 1, 1};
  machine.config.sample = {0, 1U << 26, (1U << 26) + 1};
  for (int run = 1; run <= 2; ++run) {
    const auto result = machine.launch("k", base);
    EXPECT_EQ(result.end, LaunchEnd::completed);
    ASSERT_EQ(result.touched.size(), 1U);
    EXPECT_EQ(result.touched.front().words_written, 96U);
    EXPECT_EQ(word_at(machine.memory(), base + 4 * 31), 31U + run) << "its content is kept";
    EXPECT_EQ(word_at(machine.memory(), base + 4 * (kBeyond + 63)), kBeyond + 63 + run);
  }
  auto blocks = machine.memory().sparse(base)->blocks();
  std::ranges::sort(blocks);
  EXPECT_EQ(blocks, (std::vector<std::uint64_t>{0, kBeyond / 64})) << "64 words a block";
}

TEST(Sparse, ManyThreadsRunASampleInOrderToo) {
  Machine machine(kernel_of(kAddOne));
  const auto base = machine.memory().allocate_sparse(kHuge, numbers).value();
  machine.config.grid = {100, 1, 1};
  machine.config.threads = 4;
  machine.config.alone_until = 0;
  machine.config.sample = {3, 99};
  EXPECT_EQ(machine.launch("k", base).touched.front().words_written, 64U);
  EXPECT_EQ(word_at(machine.memory(), base + 4 * 3 * 32), 3 * 32U + 1);
}

TEST(Sparse, EndsALaunchThatTouchesTooMuch) {
  Machine machine(kernel_of(kAddOne));
  const auto base = machine.memory().allocate_sparse(kHuge, numbers).value();
  machine.config.grid = {1U << 20, 1, 1};
  for (std::uint64_t i = 0; i < std::uint64_t{1} << 20; ++i) machine.config.sample.push_back(i);
  EXPECT_EQ(machine.launch("k", base).end, LaunchEnd::budget_exceeded);
  EXPECT_TRUE(machine.memory().sparse_is_full());
  EXPECT_LT(machine.memory().sparse(base)->blocks().size(), 2 * Sparse::kMostBlocks);
}

TEST(Sparse, LiesFarFromAllElseAndTakesNothingOfTheCard) {
  GlobalMemory memory(1 << 20);
  for (int round = 0; round < 5; ++round) {
    const auto one = memory.allocate_sparse(kHuge, numbers).value();
    const auto two = memory.allocate_sparse(kHuge, numbers).value();
    EXPECT_GE(std::max(one, two) - std::min(one, two), kHuge + kSparseGap);
    EXPECT_EQ(memory.used_bytes(), 0U);
    EXPECT_TRUE(memory.is_sparse(one) && memory.has_sparse());
    EXPECT_EQ(memory.find(two + kHuge - 1)->base, two);
    EXPECT_FALSE(memory.allocate_sparse(kSparseBytes, numbers));
    EXPECT_TRUE(memory.release(one) && memory.release(two)) << "the space is used again";
    EXPECT_FALSE(memory.has_sparse());
  }
}

TEST(Sparse, AFreshOneHoldsNothingOfTheLast) {
  Machine machine(kernel_of(kAddOne));
  const auto fives = [](std::uint64_t, std::span<std::byte> room) {
    std::ranges::fill(room, std::byte{5});
  };
  const auto first = machine.memory().allocate_sparse(kHuge, fives).value();
  machine.launch("k", first);
  machine.memory().release(first);
  EXPECT_EQ(word_at(machine.memory(), first), 0U) << "its pages are given back";
}

}  // namespace
}  // namespace warpgrade::simt
