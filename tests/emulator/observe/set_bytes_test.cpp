// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/observe/set_bytes.hpp"

#include <gtest/gtest.h>

namespace warpgrade::observe {
namespace {

constexpr std::uint64_t kA = 0x1000;
constexpr std::uint64_t kB = 0x2000;
constexpr std::uint64_t kBytes = 300;

class SetBytesTest : public testing::Test {
 protected:
  SetBytesTest() {
    set_.watch(kA, kBytes);
    set_.watch(kB, kBytes);
  }
  [[nodiscard]] std::uint64_t unset(std::uint64_t base) const {
    return set_.count_unset(base, kBytes);
  }
  SetBytes set_;
};

TEST_F(SetBytesTest, a_fresh_allocation_is_unset_and_a_stranger_is_set) {
  EXPECT_EQ(unset(kA), kBytes);
  EXPECT_EQ(set_.count_unset(0x9000, 8), 0u);
}

TEST_F(SetBytesTest, ranges_may_begin_and_end_anywhere) {
  set_.set(kA + 3, 130);
  EXPECT_EQ(unset(kA), kBytes - 130);
  EXPECT_EQ(set_.count_unset(kA + 3, 130), 0u);
  EXPECT_EQ(set_.count_unset(kA + 2, 132), 2u);
  set_.set(kA, kBytes);
  EXPECT_TRUE(set_.watched().at(kA).whole());
}

TEST_F(SetBytesTest, a_copy_takes_its_marks_along) {
  set_.set(kA + 7, 100);
  set_.set(kB, kBytes);
  set_.copy(kB + 1, kA + 5, 200);
  EXPECT_EQ(unset(kB), 100u);
  EXPECT_EQ(set_.count_unset(kB + 1, 2), 2u);
  EXPECT_EQ(set_.count_unset(kB + 3, 100), 0u);
  EXPECT_EQ(set_.count_unset(kB + 103, 98), 98u);
  EXPECT_EQ(set_.count_unset(kB + 201, 99), 0u);
}

TEST_F(SetBytesTest, a_copy_within_one_allocation_may_overlap) {
  set_.set(kA, 70);
  set_.copy(kA + 10, kA, 100);
  EXPECT_EQ(set_.count_unset(kA, 80), 0u);
  EXPECT_EQ(set_.count_unset(kA + 80, 30), 30u);
}

TEST_F(SetBytesTest, a_copy_of_what_is_set_sets) {
  set_.set_all(kA);
  set_.copy(kB + 8, kA, 16);
  EXPECT_EQ(unset(kB), kBytes - 16);
  set_.copy(kB, 0x9000, kBytes);
  EXPECT_EQ(unset(kB), 0u);
}

TEST_F(SetBytesTest, what_is_forgotten_counts_as_set) {
  set_.forget(kA);
  EXPECT_EQ(unset(kA), 0u);
}

}  // namespace
}  // namespace warpgrade::observe
