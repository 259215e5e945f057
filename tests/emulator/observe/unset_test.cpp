// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/observe/unset.hpp"

#include <gtest/gtest.h>

#include "tests/emulator/observe/events.hpp"

namespace warpgrade::observe::test {
namespace {

class UnsetTest : public testing::Test {
 protected:
  UnsetTest() { feeder_.start(0); }

  [[nodiscard]] std::vector<Finding> findings() const {
    return unset_.findings(
        {module_, module_.functions[0], {4, 1, 1}, {32, 8, 1}, {{"tile", 0, 4096, false}}});
  }

  ptx::Module module_ = module_of(8);
  UnsetObserver unset_;
  Feeder feeder_{module_, {&unset_}};
};

TEST_F(UnsetTest, what_any_thread_of_the_block_set_may_be_read) {
  feeder_.store(0, 0, apart(0, 4));
  feeder_.load(5, 1, apart(124, -4));
  EXPECT_TRUE(findings().empty());
}

TEST_F(UnsetTest, counts_the_lanes_that_read_what_nobody_set) {
  feeder_.store(0, 0, apart(0, 4), 0x0000fff0);
  feeder_.load(1, 1, apart(0, 4));
  const auto found = findings();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, FindingKind::unset_shared_read);
  EXPECT_EQ(found[0].severity, Severity::warning);
  EXPECT_EQ(found[0].count, 20u);
  EXPECT_EQ(found[0].thread, (Dim3{0, 1, 0}));
  EXPECT_EQ(found[0].where.line, 11);
  EXPECT_EQ(found[0].message, "read of 4 bytes of tile that no thread of the block had set");
}

TEST_F(UnsetTest, single_bytes_count) {
  feeder_.store(0, 0, apart(0, 4), kAll, 2);
  feeder_.load(0, 1, apart(0, 4), kAll, 2);
  feeder_.load(0, 1, apart(1, 4), kAll, 1);
  EXPECT_TRUE(findings().empty());
  feeder_.load(0, 2, apart(0, 4));
  ASSERT_EQ(findings().size(), 1u);
  EXPECT_EQ(findings()[0].count, 32u);
}

TEST_F(UnsetTest, wide_accesses) {
  feeder_.store(0, 0, apart(0, 16), kAll, 16);
  feeder_.load(0, 1, apart(0, 8), kAll, 8);
  EXPECT_TRUE(findings().empty());
  feeder_.load(0, 2, apart(16, 16), kAll, 16);
  ASSERT_EQ(findings().size(), 1u);
  EXPECT_EQ(findings()[0].count, 1u);
  EXPECT_EQ(findings()[0].thread, (Dim3{31, 0, 0}));
}

TEST_F(UnsetTest, an_atomic_reads_and_sets) {
  feeder_.atomic(0, 0, apart(0, 4));
  ASSERT_EQ(findings().size(), 1u);
  feeder_.load(0, 1, apart(0, 4));
  EXPECT_EQ(findings().size(), 1u);
}

TEST_F(UnsetTest, a_new_block_starts_unset) {
  feeder_.store(0, 0, apart(0, 4));
  feeder_.end();
  feeder_.start(1);
  feeder_.load(0, 1, apart(0, 4), 0x80000000);
  ASSERT_EQ(findings().size(), 1u);
  EXPECT_EQ(findings()[0].block, (Dim3{1, 0, 0}));
}

TEST_F(UnsetTest, merging_adds_up_and_keeps_the_first_block) {
  feeder_.end();
  feeder_.start(3);
  feeder_.load(0, 1, apart(0, 4));
  UnsetObserver other;
  Feeder feeder(module_, {&other});
  feeder.start(2);
  feeder.load(4, 1, apart(0, 4));
  unset_.merge(other);
  ASSERT_EQ(findings().size(), 1u);
  EXPECT_EQ(findings()[0].count, 64u);
  EXPECT_EQ(findings()[0].block, (Dim3{2, 0, 0}));
}

}  // namespace
}  // namespace warpgrade::observe::test
