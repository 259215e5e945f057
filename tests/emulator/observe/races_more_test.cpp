// SPDX-License-Identifier: Apache-2.0
// Races: widths, locks and flags, blocks and workers.
#include "tests/emulator/observe/lesson.hpp"
#include "tests/emulator/observe/races_fixture.hpp"

namespace warpgrade::observe::test {
namespace {

using RacesMoreTest = RacesTest;

TEST_F(RacesMoreTest, neighbouring_bytes_of_one_word_do_not_race) {
  feeder_.store(0, 0, apart(0, 4), kAll, 1);
  feeder_.store(1, 1, apart(1, 4), kAll, 1);
  feeder_.store(2, 2, apart(2, 4), kAll, 2);
  EXPECT_TRUE(findings().empty());
  feeder_.load(3, 3, apart(0, 4), 0x1, 4);
  EXPECT_EQ(findings().size(), 1u);
  EXPECT_EQ(findings()[0].count, 1u);
}

// Words were noted before the first access of a byte: nothing of that may be lost.
TEST_F(RacesMoreTest, a_byte_read_finds_the_word_written_before) {
  feeder_.store(0, 0, own(0));
  feeder_.load(1, 1, apart(3, 4), 0x1, 1);
  EXPECT_EQ(findings().size(), 1u);
}

TEST_F(RacesMoreTest, bytes_of_a_word_written_twice_compare_byte_by_byte) {
  feeder_.store(0, 0, apart(0, 0), 0x1, 4, all(0x01020304));
  feeder_.store(1, 1, apart(1, 0), 0x1, 1, all(0x03));
  EXPECT_TRUE(findings().empty());
  feeder_.store(1, 1, apart(2, 0), 0x1, 1, all(0x03));
  EXPECT_EQ(findings().size(), 1u);
}

TEST_F(RacesMoreTest, wide_accesses_cover_all_their_words) {
  feeder_.store(0, 0, apart(0, 16), kAll, 16);
  feeder_.load(1, 1, apart(12, 16));
  ASSERT_EQ(findings().size(), 1u);
  EXPECT_EQ(findings()[0].count, 32u);
}

TEST_F(RacesMoreTest, a_block_knows_nothing_of_the_block_before) {
  feeder_.store(0, 0, own(0));
  feeder_.end();
  feeder_.start(1);
  feeder_.load(1, 1, own(0));
  EXPECT_TRUE(findings().empty());
}

TEST_F(RacesMoreTest, blocks_that_interleave_do_not_mix) {
  feeder_.store(0, 0, own(0));
  feeder_.start(1);
  feeder_.load(1, 1, own(0));
  EXPECT_TRUE(findings().empty());
  feeder_.resume(0);
  feeder_.load(1, 1, own(0));
  EXPECT_EQ(findings().size(), 1u);
}

TEST_F(RacesMoreTest, a_lock_of_compare_and_swap_orders_what_it_guards) {
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

TEST_F(RacesMoreTest, a_flag_handed_over_by_exchange_orders) {
  module_.functions[0].instructions[1].operation = ptx::Operation::exch;
  feeder_.store(0, 0, own(0));
  feeder_.atomic(0, 1, apart(1024, 0), 0x1);
  feeder_.atomic(1, 1, apart(1024, 0), 0x1);
  feeder_.load(1, 3, own(0));
  EXPECT_TRUE(findings().empty());
}

TEST_F(RacesMoreTest, taking_a_lock_orders_what_was_done_under_it_before) {
  module_.functions[0].instructions[0].operation = ptx::Operation::cas;
  for (std::uint32_t warp = 0; warp < 2; ++warp) {
    feeder_.atomic(warp, 0, apart(0, 0), 0x1);
    feeder_.load(warp, 1, apart(4, 0), 0x1);
    feeder_.store(warp, 3, apart(4, 0), 0x1);
  }
  EXPECT_TRUE(findings().empty());
}

TEST_F(RacesMoreTest, a_flag_that_is_polled_before_it_is_released) {
  module_.functions[0].instructions[1].ordering = ptx::Ordering::release;
  module_.functions[0].instructions[2].ordering = ptx::Ordering::acquire;
  feeder_.load(1, 2, apart(1024, 0), 0x1);
  feeder_.store(0, 1, apart(1024, 0), 0x1);
  EXPECT_TRUE(findings().empty());
}

TEST_F(RacesMoreTest, a_flag_with_release_and_acquire_orders) {
  module_.functions[0].instructions[1].ordering = ptx::Ordering::release;
  module_.functions[0].instructions[2].ordering = ptx::Ordering::acquire;
  feeder_.store(0, 0, own(0));
  feeder_.store(0, 1, apart(1024, 0), 0x1);
  feeder_.load(1, 2, apart(1024, 0), 0x1);
  feeder_.load(1, 3, own(0));
  EXPECT_TRUE(findings().empty());
}

TEST_F(RacesMoreTest, errors_of_a_pair_swallow_its_warnings) {
  feeder_.store(0, 0, own(0));
  feeder_.load(0, 1, reversed(0));
  feeder_.load(1, 1, own(0));
  ASSERT_EQ(findings().size(), 1u);
  EXPECT_EQ(findings()[0].severity, Severity::error);
}

TEST_F(RacesMoreTest, errors_of_one_pair_leave_the_warnings_of_another) {
  feeder_.store(0, 0, own(0));
  feeder_.load(1, 1, own(0));
  feeder_.store(2, 2, own(2));
  feeder_.load(2, 3, reversed(2));
  ASSERT_EQ(findings().size(), 2u);
  EXPECT_EQ(findings()[0].severity, Severity::error);
  EXPECT_EQ(findings()[1].severity, Severity::warning);
}

TEST_F(RacesMoreTest, merged_findings_do_not_depend_on_who_ran_which_block) {
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
    const ptx::Module module = module_of(lesson_pcs);
    RaceObserver races;
    Feeder feeder(module, {&races}, lesson.block, 32 * 33 * 4);
    const Dim3 grid = tiled(feeder, lesson, with_barrier);
    const auto found = races.findings(
        {module, module.functions[0], grid, lesson.block, {{"tile", 0, 4224, false}}});
    ASSERT_EQ(found.size(), with_barrier ? 0u : 1u);
    if (with_barrier) continue;
    EXPECT_EQ(found[0].where.line, 10 + tile_load_pc);
    EXPECT_EQ(found[0].other.line, 10 + tile_store_pc);
  }
}

}  // namespace
}  // namespace warpgrade::observe::test
