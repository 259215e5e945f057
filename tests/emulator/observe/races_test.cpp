// SPDX-License-Identifier: Apache-2.0
#include "tests/emulator/observe/races_fixture.hpp"

namespace warpgrade::observe::test {
namespace {

TEST_F(RacesTest, a_barrier_between_write_and_read_orders_them) {
  for (std::uint32_t warp = 0; warp < 8; ++warp) feeder_.store(warp, 0, own(warp));
  feeder_.barrier(1);
  for (std::uint32_t warp = 0; warp < 8; ++warp) feeder_.load(warp, 2, own((warp + 1) % 8));
  feeder_.barrier(3);
  for (std::uint32_t warp = 0; warp < 8; ++warp) feeder_.store(warp, 0, own(warp));
  EXPECT_TRUE(findings().empty());
}

TEST_F(RacesTest, read_after_write_of_another_warp_is_an_error_with_both_lines) {
  feeder_.store(0, 0, own(0));
  feeder_.load(1, 2, own(0));
  const auto found = findings();
  ASSERT_EQ(found.size(), 1u);
  const Finding& f = found[0];
  EXPECT_EQ(f.kind, FindingKind::shared_memory_race);
  EXPECT_EQ(f.severity, Severity::error);
  EXPECT_EQ(f.where.line, 12);
  EXPECT_EQ(f.other.line, 10);
  EXPECT_EQ(f.thread, (Dim3{0, 1, 0}));
  EXPECT_EQ(f.count, 32u);
  EXPECT_EQ(f.message,
            "read of tile is not ordered with the write of the same cell by thread (0,0,0): "
            "__syncthreads() is missing");
}

TEST_F(RacesTest, write_after_read_of_another_warp_is_an_error) {
  feeder_.store(0, 0, own(0));
  feeder_.barrier(1);
  feeder_.load(1, 2, own(0));
  feeder_.store(0, 0, own(0));
  const auto found = findings();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].severity, Severity::error);
  EXPECT_EQ(found[0].where.line, 12);
  EXPECT_EQ(found[0].other.line, 10);
}

TEST_F(RacesTest, write_after_write_counts_where_the_values_differ) {
  feeder_.store(0, 0, own(0), kAll, 4, all(7));
  feeder_.store(1, 1, own(0), kAll, 4, all(7));
  EXPECT_TRUE(findings().empty());
  feeder_.store(2, 2, own(0), 0xff, 4, all(8));
  const auto found = findings();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].severity, Severity::error);
  EXPECT_EQ(found[0].where.line, 12);
  EXPECT_EQ(found[0].other.line, 11);
  EXPECT_EQ(found[0].count, 8u);
}

TEST_F(RacesTest, the_same_thread_may_do_as_it_likes) {
  for (int round = 0; round < 3; ++round) {
    feeder_.store(3, 0, own(3));
    feeder_.load(3, 1, own(3));
  }
  EXPECT_TRUE(findings().empty());
}

TEST_F(RacesTest, within_a_warp_another_instruction_is_a_warning) {
  feeder_.store(0, 0, own(0));
  feeder_.load(0, 1, reversed(0));
  const auto found = findings();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].severity, Severity::warning);
  EXPECT_EQ(found[0].thread, (Dim3{0, 0, 0}));
  EXPECT_NE(found[0].message.find("__syncwarp() is missing"), std::string::npos);
}

TEST_F(RacesTest, syncwarp_orders_its_warp_and_no_other) {
  feeder_.store(0, 0, own(0));
  feeder_.warp_sync(0, 1);
  feeder_.load(0, 2, reversed(0));
  EXPECT_TRUE(findings().empty());
  feeder_.warp_sync(1, 1);
  feeder_.load(1, 3, own(0));
  ASSERT_EQ(findings().size(), 1u);
  EXPECT_EQ(findings()[0].severity, Severity::error);
}

TEST_F(RacesTest, write_after_read_within_a_warp_is_a_warning_until_syncwarp) {
  feeder_.load(0, 1, reversed(0));
  feeder_.warp_sync(0, 2);
  feeder_.store(0, 3, own(0));
  EXPECT_TRUE(findings().empty());
  feeder_.warp_sync(0, 4);
  feeder_.load(0, 5, reversed(0));
  feeder_.store(0, 6, own(0));
  ASSERT_EQ(findings().size(), 1u);
  EXPECT_EQ(findings()[0].severity, Severity::warning);
}

TEST_F(RacesTest, the_same_read_after_syncwarp_counts_anew) {
  feeder_.load(0, 1, own(0));
  feeder_.warp_sync(0, 2);
  feeder_.load(0, 1, own(0));
  feeder_.store(0, 3, reversed(0));
  ASSERT_EQ(findings().size(), 1u);
  EXPECT_EQ(findings()[0].severity, Severity::warning);
}

// The first reader is the writer itself: the others must not be forgotten.
TEST_F(RacesTest, a_broadcast_read_then_a_write_by_the_first_reader) {
  feeder_.load(0, 1, apart(0, 0));
  feeder_.store(0, 2, apart(0, 0), 0x1);
  ASSERT_EQ(findings().size(), 1u);
  EXPECT_EQ(findings()[0].severity, Severity::warning);
}

TEST_F(RacesTest, a_reader_of_another_warp_is_found_behind_readers_of_the_own_warp) {
  feeder_.load(0, 1, own(0));
  feeder_.load(5, 2, own(0));
  feeder_.store(0, 3, own(0));
  ASSERT_EQ(findings().size(), 1u);
  EXPECT_EQ(findings()[0].severity, Severity::error);
  EXPECT_EQ(findings()[0].other.line, 12);
}

// An unrolled loop is several instructions of one line.
TEST_F(RacesTest, a_pair_of_lines_is_one_finding_however_often_the_compiler_copied_it) {
  module_.functions[0].instructions[1].where = module_.functions[0].instructions[0].where;
  module_.functions[0].instructions[3].where = module_.functions[0].instructions[2].where;
  feeder_.store(0, 0, own(0));
  feeder_.store(0, 1, own(2));
  feeder_.load(1, 2, own(0));
  feeder_.load(1, 3, own(2));
  feeder_.store(1, 1, own(4));
  feeder_.load(0, 2, own(4));
  ASSERT_EQ(findings().size(), 1u);
  EXPECT_EQ(findings()[0].count, 96u);
  EXPECT_EQ(findings()[0].where.line, 12);
  EXPECT_EQ(findings()[0].other.line, 10);
}

TEST_F(RacesTest, lanes_of_one_instruction_that_write_different_values) {
  feeder_.store(0, 4, apart(64, 0), 0x3);
  ASSERT_EQ(findings().size(), 1u);
  const Finding f = findings()[0];
  EXPECT_EQ(f.severity, Severity::error);
  EXPECT_EQ(f.where, f.other);
  EXPECT_EQ(f.message,
            "write of tile that thread (0,0,0) writes too, and nothing says who comes last");
  EXPECT_EQ(f.thread, (Dim3{1, 0, 0}));
}

TEST_F(RacesTest, lanes_of_one_instruction_that_write_the_same_value) {
  feeder_.store(0, 4, apart(64, 0), kAll, 4, all(1));
  EXPECT_TRUE(findings().empty());
}

TEST_F(RacesTest, atomics_never_race_among_themselves) {
  for (std::uint32_t warp = 0; warp < 8; ++warp) feeder_.atomic(warp, 0, apart(0, 0));
  EXPECT_TRUE(findings().empty());
  feeder_.load(7, 1, apart(0, 0), 0x1);
  ASSERT_EQ(findings().size(), 1u);
  EXPECT_NE(findings()[0].message.find("atomic operation"), std::string::npos);
}

TEST_F(RacesTest, a_plain_write_races_with_an_atomic) {
  feeder_.store(0, 0, apart(0, 0), 0x1);
  feeder_.atomic(1, 1, apart(0, 0), 0x1);
  EXPECT_EQ(findings().size(), 1u);
}

}  // namespace
}  // namespace warpgrade::observe::test
