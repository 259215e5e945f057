// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/observe/global_races.hpp"

#include <gtest/gtest.h>

#include "tests/emulator/observe/events.hpp"

namespace warpgrade::observe::test {
namespace {

using enum simt::AccessKind;

class GlobalRacesTest : public testing::Test {
 protected:
  GlobalRacesTest() : memory_(1 << 20), base_(memory_.allocate(256).value()) {}

  /// One lane of block `cta` accesses byte `at`.
  void access(std::uint64_t cta, simt::AccessKind kind, std::uint64_t at, std::uint32_t pc,
              bool changes = true, std::uint32_t bytes = 4) {
    const auto address = apart(base_ + at, 0);
    observer_.global_access({.place = {&module_.functions[0], pc, cta, 0},
                             .kind = kind,
                             .bytes = bytes,
                             .active = 1,
                             .address = &address,
                             .changed = changes ? kAll : 0});
  }
  [[nodiscard]] std::vector<Finding> findings() const {
    return observer_.findings({module_, module_.functions[0], {4, 1, 1}, {32, 8, 1}, {}});
  }

  ptx::Module module_ = module_of(8);
  simt::GlobalMemory memory_;
  std::uint64_t base_;
  GlobalRaceObserver observer_{memory_};
};

TEST_F(GlobalRacesTest, a_read_after_another_blocks_write) {
  access(0, store, 8, 3);
  access(2, load, 8, 5);
  const auto found = findings();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, FindingKind::global_memory_race);
  EXPECT_EQ(found[0].severity, Severity::warning);
  EXPECT_EQ(found[0].where.line, 15);
  EXPECT_EQ(found[0].other.line, 13);
  EXPECT_EQ(found[0].block, (Dim3{2, 0, 0}));
  EXPECT_EQ(found[0].message,
            "read of byte 8 of an allocation of 256 bytes is not ordered with the write by block "
            "(0,0,0): blocks run in any order");
}

TEST_F(GlobalRacesTest, stands_at_the_later_line_whichever_came_first) {
  access(0, load, 8, 5);
  access(2, store, 8, 3);
  const auto found = findings();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].where.line, 15);
  EXPECT_EQ(found[0].other.line, 13);
  EXPECT_EQ(found[0].block, (Dim3{0, 0, 0}));
}

TEST_F(GlobalRacesTest, a_second_reader_of_another_block_counts) {
  access(2, load, 8, 5);
  access(0, load, 8, 5);
  access(2, store, 8, 3);
  EXPECT_EQ(findings().size(), 1u);
}

TEST_F(GlobalRacesTest, two_writes_of_different_values) {
  access(0, store, 0, 3);
  access(1, store, 0, 3);
  const auto found = findings();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].message,
            "block (0,0,0) writes the same cell (byte 0 of an allocation of 256 bytes) with "
            "another value, and blocks run in any order");
}

TEST_F(GlobalRacesTest, the_same_value_again_is_none) {
  access(0, store, 0, 3);
  access(1, store, 0, 3, false);
  access(1, load, 0, 4, false);
  EXPECT_EQ(findings().size(), 1u);  // The read only: it may see what was before block 0.
}

TEST_F(GlobalRacesTest, a_write_that_changes_nothing_harms_no_reader) {
  access(0, load, 0, 2);
  access(1, store, 0, 3, false);
  access(2, load, 0, 2);
  EXPECT_TRUE(findings().empty());
}

TEST_F(GlobalRacesTest, one_block_is_in_order) {
  access(1, store, 0, 3);
  access(1, load, 0, 4);
  access(1, store, 0, 5);
  EXPECT_TRUE(findings().empty());
}

TEST_F(GlobalRacesTest, atomics_race_with_writes_only) {
  access(0, atomic, 0, 3);
  access(1, atomic, 0, 3);
  access(2, load, 0, 2);
  access(0, atomic, 16, 3);
  EXPECT_TRUE(findings().empty());
  access(3, store, 16, 4);
  ASSERT_EQ(findings().size(), 1u);
  EXPECT_EQ(findings()[0].other.line, 13);
}

TEST_F(GlobalRacesTest, a_write_that_changes_nothing_beside_atomics) {
  access(0, store, 0, 3, false);
  access(1, atomic, 0, 4);
  EXPECT_EQ(findings().size(), 1u);
}

TEST_F(GlobalRacesTest, bytes_of_one_word_are_cells_of_their_own) {
  access(0, store, 0, 3, true, 1);
  access(1, store, 1, 3, true, 1);
  access(1, load, 2, 4, true, 1);
  EXPECT_TRUE(findings().empty());
  access(2, load, 0, 4);  // The whole word.
  EXPECT_EQ(findings().size(), 1u);
}

TEST_F(GlobalRacesTest, words_seen_before_the_first_byte_count_on) {
  access(0, store, 4, 3);
  access(1, load, 6, 4, true, 1);
  EXPECT_EQ(findings().size(), 1u);
}

TEST_F(GlobalRacesTest, a_wide_access_is_reported_once) {
  access(0, store, 0, 3, true, 16);
  access(1, load, 0, 4, true, 16);
  ASSERT_EQ(findings().size(), 1u);
  EXPECT_EQ(findings()[0].count, 1u);
}

TEST_F(GlobalRacesTest, what_a_kernel_allocates_is_not_watched) {
  const std::uint64_t fresh = memory_.allocate_in_kernel(64).value();
  access(0, store, fresh - base_, 3);
  access(1, load, fresh - base_, 4);
  EXPECT_TRUE(findings().empty());
}

}  // namespace
}  // namespace warpgrade::observe::test
