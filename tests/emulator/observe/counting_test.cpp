// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/observe/counting.hpp"

#include <gtest/gtest.h>

#include "tests/emulator/observe/events.hpp"
#include "tests/emulator/observe/lesson.hpp"

namespace warpgrade::observe::test {
namespace {

using simt::AccessKind;
constexpr auto kGlobal = ptx::StateSpace::global;
constexpr std::uint64_t kBase = simt::kDeviceBase;

class CountingTest : public testing::Test {
 protected:
  CountingTest() { feeder_.start(0); }

  void global(AccessKind kind, std::uint32_t pc, const simt::LaneAddresses& address,
              simt::Mask active = kAll, std::uint32_t bytes = 4, std::uint32_t warp = 0) {
    feeder_.access(warp, pc, kind, kGlobal, bytes, active, address);
  }
  [[nodiscard]] KernelCounters counters() const { return counting_.counters(module_); }

  ptx::Module module_ = module_of(8);
  CountingObserver counting_;
  Feeder feeder_{module_, {&counting_}};
};

TEST_F(CountingTest, directions_and_spaces_are_apart) {
  global(AccessKind::load, 0, apart(kBase, 4));
  global(AccessKind::store, 1, apart(kBase, 12'004));
  feeder_.load(0, 2, apart(0, 8));
  feeder_.store(0, 3, apart(0, 128));
  const KernelCounters c = counters();
  EXPECT_EQ(c.global_load, (GlobalCounters{1, 4, 4, 128}));
  EXPECT_EQ(c.global_store, (GlobalCounters{1, 32, 4, 128}));
  EXPECT_EQ(c.shared_load, (SharedCounters{1, 2, 1}));
  EXPECT_EQ(c.shared_store, (SharedCounters{1, 32, 1}));
}

TEST_F(CountingTest, a_request_without_an_active_lane_is_none) {
  global(AccessKind::load, 0, apart(kBase, 4), 0);
  feeder_.load(0, 1, apart(0, 4), 0);
  EXPECT_EQ(counters().global_load, GlobalCounters{});
  EXPECT_EQ(counters().shared_load, SharedCounters{});
  EXPECT_TRUE(counters().lines.empty());
}

TEST_F(CountingTest, one_line_for_each_instruction_in_program_order) {
  feeder_.load(0, 5, apart(0, 4));
  global(AccessKind::store, 4, apart(kBase, 8012));
  global(AccessKind::load, 2, apart(kBase, 4));
  global(AccessKind::load, 2, apart(kBase, 4));
  const auto lines = counters().lines;
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0].kind, LineCounters::Kind::global_load);
  EXPECT_EQ(lines[0].where, (SourceLine{"kernel.cu", 12}));
  EXPECT_EQ(lines[0].requests, 2u);
  EXPECT_EQ(lines[0].units, 8u);
  EXPECT_EQ(lines[0].units_ideal, 8u);
  EXPECT_EQ(lines[0].lane_stride_bytes, 4);
  EXPECT_EQ(lines[1].kind, LineCounters::Kind::global_store);
  EXPECT_EQ(lines[1].lane_stride_bytes, 8012);
  EXPECT_EQ(lines[2].kind, LineCounters::Kind::shared_load);
}

TEST_F(CountingTest, an_instruction_with_a_generic_address_may_have_two_lines) {
  global(AccessKind::load, 2, apart(kBase, 4));
  feeder_.load(0, 2, apart(0, 4));
  ASSERT_EQ(counters().lines.size(), 2u);
  EXPECT_EQ(counters().lines[0].kind, LineCounters::Kind::global_load);
  EXPECT_EQ(counters().lines[1].kind, LineCounters::Kind::shared_load);
}

TEST_F(CountingTest, the_stride_is_that_of_the_first_block_and_warp_with_two_lanes) {
  feeder_.start(4);
  global(AccessKind::load, 0, apart(kBase, 64), kAll, 4, 0);
  feeder_.start(2);
  global(AccessKind::load, 0, apart(kBase, -8), kAll, 4, 5);
  global(AccessKind::load, 0, apart(kBase, 16), 0x100, 4, 1);  // one lane tells nothing
  global(AccessKind::load, 0, apart(kBase, 32), kAll, 4, 5);
  EXPECT_EQ(counters().lines[0].lane_stride_bytes, -8);
}

TEST_F(CountingTest, lanes_at_uneven_distances_have_no_stride) {
  global(AccessKind::load, 0, by_lane([](std::uint32_t i) { return kBase + i * i * 4; }));
  EXPECT_EQ(counters().lines[0].lane_stride_bytes, 0);
}

TEST_F(CountingTest, sectors_of_a_block_count_once_however_often_it_reads_them) {
  for (std::uint32_t word = 0; word < 8; ++word) {
    global(AccessKind::load, 0, apart(kBase + 4 * word, 12'032));
  }
  EXPECT_EQ(counters().global_load.sectors, 256u);
  feeder_.end();
  EXPECT_EQ(counters().traffic.cta_sectors_read, 32u);
  feeder_.start(1);
  global(AccessKind::load, 0, apart(kBase, 4));
  global(AccessKind::store, 1, apart(kBase + 4096, 4));
  feeder_.end();
  EXPECT_EQ(counters().traffic.cta_sectors_read, 36u);
}

TEST_F(CountingTest, blocks_that_interleave_have_sectors_of_their_own) {
  global(AccessKind::load, 0, apart(kBase, 4));
  feeder_.start(1);
  global(AccessKind::load, 0, apart(kBase, 4));
  feeder_.resume(0);
  global(AccessKind::load, 0, apart(kBase, 4));
  feeder_.end();
  feeder_.resume(1);
  feeder_.end();
  EXPECT_EQ(counters().traffic.cta_sectors_read, 8u);
}

TEST_F(CountingTest, full_and_partial_store_sectors) {
  global(AccessKind::store, 0, apart(kBase + 4, 4));
  global(AccessKind::store, 0, apart(kBase, 8));
  EXPECT_EQ(counters().traffic.store_sectors_full, 3u);
  EXPECT_EQ(counters().traffic.store_sectors_partial, 2u + 8u);
}

TEST_F(CountingTest, atomics_and_divergent_branches) {
  global(AccessKind::atomic, 0, apart(kBase, 4), 0xff);
  feeder_.atomic(0, 1, apart(0, 4));
  feeder_.tell(simt::kDivergence, [&](simt::Observer& o) {
    o.divergence({feeder_.place(0, 2), 1, 2});
  });
  EXPECT_EQ(counters().traffic.atomics, 8u);
  EXPECT_EQ(counters().traffic.divergent_branches, 1u);
  EXPECT_EQ(counters().global_load, GlobalCounters{});
  EXPECT_EQ(counters().shared_atomic, (SharedCounters{1, 1, 1}));
  ASSERT_EQ(counters().lines.size(), 1u);
  EXPECT_EQ(counters().lines[0].kind, LineCounters::Kind::shared_atomic);
}

TEST_F(CountingTest, shared_atomics_conflict_by_bank_and_word) {
  feeder_.atomic(0, 1, apart(0, 0));
  EXPECT_EQ(counters().shared_atomic, (SharedCounters{1, 32, 1}));
}

TEST_F(CountingTest, shared_atomics_are_neither_loads_nor_stores) {
  feeder_.atomic(0, 1, apart(0, 128));
  EXPECT_EQ(counters().shared_atomic, (SharedCounters{1, 32, 1}));
  EXPECT_EQ(counters().shared_load, SharedCounters{});
  EXPECT_EQ(counters().shared_store, SharedCounters{});
}

// Blocks dealt out to two workers count as on one.
TEST(CountingMergeTest, the_sum_is_the_same_for_any_number_of_workers) {
  const Lesson lesson{70, 165, 32, {32, 8, 1}, 33};
  const ptx::Module module = module_of(lesson_pcs);
  CountingObserver alone;
  Feeder feeder(module, {&alone});
  tiled(feeder, lesson);
  naive_store(feeder, lesson);

  CountingObserver first;
  CountingObserver second;
  Feeder feed_first(module, {&first});
  Feeder feed_second(module, {&second});
  tiled(feed_second, lesson);
  naive_store(feed_first, lesson);
  const auto merged = first.clone();
  merged->merge(first);
  merged->merge(second);
  const KernelCounters a = alone.counters(module);
  const KernelCounters b = dynamic_cast<CountingObserver&>(*merged).counters(module);
  EXPECT_EQ(a.global_load, b.global_load);
  EXPECT_EQ(a.global_store, b.global_store);
  EXPECT_EQ(a.shared_load, b.shared_load);
  EXPECT_EQ(a.traffic.cta_sectors_read, b.traffic.cta_sectors_read);
  EXPECT_EQ(a.traffic.store_sectors_partial, b.traffic.store_sectors_partial);
  ASSERT_EQ(a.lines.size(), b.lines.size());
  for (std::size_t i = 0; i < a.lines.size(); ++i) EXPECT_EQ(a.lines[i].units, b.lines[i].units);
}

}  // namespace
}  // namespace warpgrade::observe::test
