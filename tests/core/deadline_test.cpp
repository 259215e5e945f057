// SPDX-License-Identifier: Apache-2.0
#include "harness/core/deadline.hpp"

#include <gtest/gtest.h>

namespace warpgrade {
namespace {

using Clock = std::chrono::steady_clock;

TEST(Deadline, IsNeverNegativeAndNeverTooLongForPoll) {
  EXPECT_EQ(milliseconds_until(Clock::now() - std::chrono::hours(1)), 0);
  EXPECT_EQ(milliseconds_until(Clock::now() + std::chrono::hours(24 * 365)), 1'000'000'000);
}

TEST(Deadline, IsRoundedUpSoThatNobodyWakesTooEarly) {
  const auto left = milliseconds_until(Clock::now() + std::chrono::hours(1));
  EXPECT_LE(left, 3'600'000);
  EXPECT_GT(left, 3'500'000);
  EXPECT_LE(milliseconds_until(Clock::now() + std::chrono::microseconds(1)), 1);
}

}  // namespace
}  // namespace warpgrade
