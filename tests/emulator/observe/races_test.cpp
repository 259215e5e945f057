// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/observe/races.hpp"

#include <gtest/gtest.h>

#include "tests/emulator/observe/events.hpp"
#include "tests/emulator/observe/lesson.hpp"

namespace warpgrade::observe::test {
namespace {

using Values = std::array<std::uint32_t, 32>;

Values all(std::uint32_t value) {
  Values values;
  values.fill(value);
  return values;
}

// Lane i reads or writes the word that warp `warp`'s lane i owns.
simt::LaneAddresses own(std::uint32_t warp) { return apart(std::uint64_t{128} * warp, 4); }
simt::LaneAddresses reversed(std::uint32_t warp) {
  return apart(std::uint64_t{128} * warp + 124, -4);
}

class RacesTest : public testing::Test {
 protected:
  RacesTest() { feeder_.start(0); }

  [[nodiscard]] std::vector<Finding> findings() const {
    return races_.findings(
        {module_, module_.functions[0], {4, 1, 1}, {32, 8, 1}, {{"tile", 0, 4096, false}}});
  }

  ptx::Module module_ = module_of(16);
  RaceObserver races_;
  Feeder feeder_{module_, {&races_}};
};

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

TEST_F(RacesTest, neighbouring_bytes_of_one_word_do_not_race) {
  feeder_.store(0, 0, apart(0, 4), kAll, 1);
  feeder_.store(1, 1, apart(1, 4), kAll, 1);
  feeder_.store(2, 2, apart(2, 4), kAll, 2);
  EXPECT_TRUE(findings().empty());
  feeder_.load(3, 3, apart(0, 4), 0x1, 4);
  EXPECT_EQ(findings().size(), 1u);
  EXPECT_EQ(findings()[0].count, 1u);
}

// Words were noted before the first access of a byte: nothing of that may be lost.
TEST_F(RacesTest, a_byte_read_finds_the_word_written_before) {
  feeder_.store(0, 0, own(0));
  feeder_.load(1, 1, apart(3, 4), 0x1, 1);
  EXPECT_EQ(findings().size(), 1u);
}

TEST_F(RacesTest, bytes_of_a_word_written_twice_compare_byte_by_byte) {
  feeder_.store(0, 0, apart(0, 0), 0x1, 4, all(0x01020304));
  feeder_.store(1, 1, apart(1, 0), 0x1, 1, all(0x03));
  EXPECT_TRUE(findings().empty());
  feeder_.store(1, 1, apart(2, 0), 0x1, 1, all(0x03));
  EXPECT_EQ(findings().size(), 1u);
}

TEST_F(RacesTest, wide_accesses_cover_all_their_words) {
  feeder_.store(0, 0, apart(0, 16), kAll, 16);
  feeder_.load(1, 1, apart(12, 16));
  ASSERT_EQ(findings().size(), 1u);
  EXPECT_EQ(findings()[0].count, 32u);
}

TEST_F(RacesTest, a_block_knows_nothing_of_the_block_before) {
  feeder_.store(0, 0, own(0));
  feeder_.end();
  feeder_.start(1);
  feeder_.load(1, 1, own(0));
  EXPECT_TRUE(findings().empty());
}

TEST_F(RacesTest, blocks_that_interleave_do_not_mix) {
  feeder_.store(0, 0, own(0));
  feeder_.start(1);
  feeder_.load(1, 1, own(0));
  EXPECT_TRUE(findings().empty());
  feeder_.resume(0);
  feeder_.load(1, 1, own(0));
  EXPECT_EQ(findings().size(), 1u);
}

TEST_F(RacesTest, a_lock_of_compare_and_swap_orders_what_it_guards) {
  module_.functions[0].instructions[0].operation = ptx::Operation::cas;
  module_.functions[0].instructions[2].operation = ptx::Operation::exch;
  for (std::uint32_t warp = 0; warp < 8; ++warp) {
    feeder_.atomic(warp, 0, apart(0, 0), 0x1);
    feeder_.load(warp, 1, apart(4, 0), 0x1);
    feeder_.store(warp, 3, apart(4, 0), 0x1);
    feeder_.atomic(warp, 2, apart(0, 0), 0x1);
  }
  EXPECT_TRUE(findings().empty());
}

TEST_F(RacesTest, a_flag_with_release_and_acquire_orders) {
  module_.functions[0].instructions[1].ordering = ptx::Ordering::release;
  module_.functions[0].instructions[2].ordering = ptx::Ordering::acquire;
  feeder_.store(0, 0, own(0));
  feeder_.store(0, 1, apart(1024, 0), 0x1);
  feeder_.load(1, 2, apart(1024, 0), 0x1);
  feeder_.load(1, 3, own(0));
  EXPECT_TRUE(findings().empty());
}

TEST_F(RacesTest, errors_of_a_pair_swallow_its_warnings) {
  feeder_.store(0, 0, own(0));
  feeder_.load(0, 1, reversed(0));
  feeder_.load(1, 1, own(0));
  ASSERT_EQ(findings().size(), 1u);
  EXPECT_EQ(findings()[0].severity, Severity::error);
}

TEST_F(RacesTest, merged_findings_do_not_depend_on_who_ran_which_block) {
  const auto run = [&](RaceObserver& observer, std::uint64_t cta) {
    Feeder feeder(module_, {&observer});
    feeder.start(cta);
    if (cta != 0) feeder.store(0, 5, own(3));  // makes sites in another order
    feeder.store(static_cast<std::uint32_t>(cta), 0, own(0));
    feeder.load(7, 2, own(0));
    feeder.end();
  };
  RaceObserver one;
  RaceObserver two;
  run(one, 2);
  run(two, 1);
  run(one, 0);
  RaceObserver merged;
  merged.merge(one);
  merged.merge(two);
  RaceObserver turned;
  turned.merge(two);
  turned.merge(one);
  for (const RaceObserver* observer : {&merged, &turned}) {
    const auto found =
        observer->findings({module_, module_.functions[0], {4, 1, 1}, {32, 8, 1}, {}});
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].block, (Dim3{0, 0, 0}));
    EXPECT_EQ(found[0].count, 96u);
    EXPECT_NE(found[0].message.find("thread (0,0,0)"), std::string::npos);
  }
}

TEST(RacesOfTheLessonTest, the_tiled_kernel_has_none_and_without_its_barrier_one) {
  const Lesson lesson{70, 165, 32, {32, 8, 1}, 33};
  for (const bool with_barrier : {true, false}) {
    const ptx::Module module = module_of(kLessonPcs);
    RaceObserver races;
    Feeder feeder(module, {&races}, lesson.block, 32 * 33 * 4);
    const Dim3 grid = tiled(feeder, lesson, with_barrier);
    const auto found = races.findings(
        {module, module.functions[0], grid, lesson.block, {{"tile", 0, 4224, false}}});
    ASSERT_EQ(found.size(), with_barrier ? 0u : 1u);
    if (with_barrier) continue;
    EXPECT_EQ(found[0].where.line, 10 + kTileLoad);
    EXPECT_EQ(found[0].other.line, 10 + kTileStore);
  }
}

}  // namespace
}  // namespace warpgrade::observe::test
