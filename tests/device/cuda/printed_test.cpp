// SPDX-License-Identifier: Apache-2.0
#include "harness/device/cuda/printed.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>

namespace warpgrade::device::cuda {
namespace {

TEST(Printed, TakesWhatGoesToTheTwoDescriptorsAndGivesThemBack) {
  testing::internal::CaptureStdout();
  std::printf("before ");
  {
    Printed printed;
    std::printf("hello");
    std::fprintf(stderr, "oh");
    EXPECT_EQ(printed.take_output(), "hello");
    EXPECT_EQ(printed.take_errors(), "oh");
    EXPECT_EQ(printed.take_output(), "");
    std::printf("again");
    EXPECT_EQ(printed.take_output(), "again");
  }
  std::printf("after");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "before after");
}

TEST(Printed, IsCapped) {
  Printed printed;
  for (int i = 0; i < 100'000; ++i) std::printf("0123456789");
  EXPECT_EQ(printed.take_output().size(), std::size_t{64} << 10);
  EXPECT_EQ(printed.take_output(), "");
}

}  // namespace
}  // namespace warpgrade::device::cuda
