// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/observe/unset_global.hpp"

#include <gtest/gtest.h>

#include "tests/emulator/observe/events.hpp"

namespace warpgrade::observe::test {
namespace {

constexpr std::uint64_t kBase = simt::kDeviceBase + 0x100;

class UnsetGlobalTest : public testing::Test {
 protected:
  UnsetGlobalTest() {
    set_.watch(kBase, 256);
    observer_.emplace(set_);
  }
  void access(simt::AccessKind kind, const simt::LaneAddresses& address, std::uint32_t bytes = 4,
              std::uint32_t pc = 0, simt::Mask active = kAll) {
    Feeder feeder(module_, {&*observer_});
    feeder.access(0, pc, kind, ptx::StateSpace::global, bytes, active, address);
  }
  [[nodiscard]] std::vector<Finding> findings() const {
    return observer_->findings({module_, module_.functions[0], {4, 1, 1}, {32, 8, 1}, {}});
  }

  ptx::Module module_ = module_of(8);
  SetBytes set_;
  std::optional<UnsetGlobalObserver> observer_;
};

using enum simt::AccessKind;

TEST_F(UnsetGlobalTest, says_which_byte_of_which_allocation) {
  set_.set(kBase, 64);
  access(load, apart(kBase, 4));
  const auto found = findings();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, FindingKind::unset_global_read);
  EXPECT_EQ(found[0].severity, Severity::warning);
  EXPECT_EQ(found[0].count, 16u);
  EXPECT_EQ(found[0].thread, (Dim3{16, 0, 0}));
  EXPECT_EQ(found[0].where.line, 10);
  EXPECT_EQ(found[0].message,
            "read of 4 bytes at byte 64 of an allocation of 256 bytes, which nothing has written "
            "yet");
}

TEST_F(UnsetGlobalTest, what_the_launch_wrote_may_be_read) {
  access(store, apart(kBase, 4));
  access(load, apart(kBase + 124, -4));
  EXPECT_TRUE(findings().empty());
}

TEST_F(UnsetGlobalTest, only_commit_keeps_what_the_launch_wrote) {
  access(store, apart(kBase, 4));
  EXPECT_EQ(set_.count_unset(kBase, 256), 256u);
  observer_->commit();
  EXPECT_EQ(set_.count_unset(kBase, 256), 128u);
}

TEST_F(UnsetGlobalTest, what_is_set_as_a_whole_asks_for_no_events) {
  EXPECT_NE(observer_->interests(), 0u);
  set_.set(kBase, 256);
  EXPECT_EQ(UnsetGlobalObserver(set_).interests(), 0u);
}

TEST_F(UnsetGlobalTest, atomics_read_and_set_only_for_later_launches) {
  access(atomic, apart(kBase, 0));
  access(atomic, apart(kBase, 0));
  ASSERT_EQ(findings().size(), 1u);
  EXPECT_EQ(findings()[0].count, 64u);
  observer_->commit();
  EXPECT_EQ(set_.count_unset(kBase, 4), 0u);
}

TEST_F(UnsetGlobalTest, an_exchange_only_writes) {
  module_.functions[0].instructions[2].operation = ptx::Operation::exch;
  access(atomic, apart(kBase, 4), 4, 2);
  access(load, apart(kBase, 4));
  EXPECT_TRUE(findings().empty());
}

TEST_F(UnsetGlobalTest, eight_bytes_with_a_byte_that_is_set_are_set) {
  for (std::uint64_t at = 0; at < 256; at += 16) set_.set(kBase + at, 1);
  access(load, apart(kBase, 16), 8, 0, 0xffff);
  EXPECT_TRUE(findings().empty());
  access(load, apart(kBase, 16), 16, 3, 0xffff);
  ASSERT_EQ(findings().size(), 1u);
  EXPECT_EQ(findings()[0].count, 16u);
}

TEST_F(UnsetGlobalTest, workers_add_up) {
  const auto clone = observer_->clone();
  auto& other = dynamic_cast<UnsetGlobalObserver&>(*clone);
  access(store, apart(kBase, 4));
  Feeder feeder(module_, {&other});
  feeder.access(0, 0, store, ptx::StateSpace::global, 4, kAll, apart(kBase + 128, 4));
  observer_->merge(other);
  observer_->commit();
  EXPECT_EQ(set_.count_unset(kBase, 256), 0u);
}

TEST_F(UnsetGlobalTest, a_copy_to_the_host_reads_too) {
  set_.set(kBase, 100);
  EXPECT_FALSE(unset_copy_finding(set_, kBase, 100));
  const auto found = unset_copy_finding(set_, kBase, 256);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->message,
            "a copy of 256 bytes to the host reads 156 bytes that nothing has written");
}

}  // namespace
}  // namespace warpgrade::observe::test
