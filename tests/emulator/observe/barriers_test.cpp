// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/observe/barriers.hpp"

#include <gtest/gtest.h>

#include "tests/emulator/observe/events.hpp"

namespace warpgrade::observe::test {
namespace {

class BarriersTest : public testing::Test {
 protected:
  void release(std::uint64_t cta, std::uint32_t first, std::uint32_t second) {
    feeder_.resume(cta);
    barriers_.barrier_release(
        {cta, 0, 256, 256, first != second, feeder_.place(0, first), feeder_.place(3, second)});
  }
  [[nodiscard]] std::vector<Finding> findings() const {
    return barriers_.findings({module_, module_.functions[0], {4, 2, 1}, {32, 8, 1}, {}});
  }

  ptx::Module module_ = module_of(8);
  BarrierObserver barriers_;
  Feeder feeder_{module_, {&barriers_}};
};

TEST_F(BarriersTest, one_barrier_for_all_is_no_finding) {
  release(0, 4, 4);
  EXPECT_TRUE(findings().empty());
}

TEST_F(BarriersTest, different_barriers_name_both_lines) {
  release(6, 2, 5);
  release(5, 2, 5);
  const auto found = findings();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, FindingKind::different_barriers);
  EXPECT_EQ(found[0].severity, Severity::error);
  EXPECT_EQ(found[0].where.line, 12);
  EXPECT_EQ(found[0].other.line, 15);
  EXPECT_EQ(found[0].block, (Dim3{1, 1, 0}));
  EXPECT_EQ(found[0].count, 512u);
  EXPECT_EQ(found[0].message, "threads of one block met at different barriers");
}

TEST_F(BarriersTest, a_deadlock_names_who_waits_where_and_for_whom) {
  barriers_.deadlock({0, feeder_.place(1, 3), 33, feeder_.place(0, 6), 5, false});
  const auto found = findings();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, FindingKind::barrier_deadlock);
  EXPECT_EQ(found[0].where.line, 13);
  EXPECT_EQ(found[0].other.line, 16);
  EXPECT_EQ(found[0].thread, (Dim3{1, 1, 0}));
  EXPECT_EQ(found[0].message, "waits for ever at a barrier: thread (5,0,0) waits elsewhere");
}

TEST_F(BarriersTest, a_deadlock_on_a_thread_that_has_ended_has_one_line) {
  simt::Place ended = feeder_.place(0, 0);
  ended.pc = ~0u;
  barriers_.deadlock({0, feeder_.place(1, 3), 33, ended, 5, false});
  const auto found = findings();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].other.line, 0);
  EXPECT_EQ(found[0].message, "waits for ever at a barrier: thread (5,0,0) has ended");
}

TEST_F(BarriersTest, a_wait_for_lanes_of_a_mask_is_a_warp_sync_fault) {
  barriers_.deadlock({0, feeder_.place(0, 3), 0, feeder_.place(0, 6), 16, true});
  const auto found = findings();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, FindingKind::invalid_warp_sync);
  EXPECT_EQ(found[0].message,
            "waits for ever for a lane that its mask names: thread (16,0,0) waits elsewhere");
}

TEST_F(BarriersTest, merging_keeps_the_first_block) {
  release(3, 2, 5);
  BarrierObserver other;
  other.barrier_release({1, 0, 256, 256, true, feeder_.place(0, 2), feeder_.place(3, 5)});
  barriers_.merge(other);
  ASSERT_EQ(findings().size(), 1u);
  EXPECT_EQ(findings()[0].block, (Dim3{1, 0, 0}));
}

TEST_F(BarriersTest, masks_that_cannot_be_right) {
  using Reason = simt::BadMask::Reason;
  barriers_.bad_mask({feeder_.place(1, 2), 0xffff0000, 0x0000ffff, Reason::caller_left_out});
  barriers_.bad_mask({feeder_.place(0, 3), 0x3, 0x1, Reason::masks_differ});
  const auto found = findings();
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].kind, FindingKind::invalid_warp_sync);
  EXPECT_EQ(found[0].thread, (Dim3{16, 1, 0}));
  EXPECT_EQ(found[0].count, 16u);
  EXPECT_EQ(found[0].message, "lanes call it that their own mask 0x0000ffff leaves out");
  EXPECT_EQ(found[1].message, "lanes that meet here name different masks, one of them 0x00000001");
}

}  // namespace
}  // namespace warpgrade::observe::test
