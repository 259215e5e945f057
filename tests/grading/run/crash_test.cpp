// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/run/crash.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <vector>

#include "harness/device/address.hpp"

namespace warpgrade::run {
namespace {

constexpr std::uint64_t kIn = device::kDeviceBase + 0x1000;
constexpr std::uint64_t kOut = device::kDeviceBase + 0x9000;
const std::vector<BufferPlace> kPlaces{{"in", kIn, 400}, {"out", kOut, 400}};

TEST(Crash, NamesTheElementOfTheBufferThatTheHostUsed) {
  EXPECT_EQ(
      describe_crash(SIGSEGV, 0, kIn + 8, "", kPlaces),
      "the host code used in[2]: in is a device pointer, which host code cannot read or write");
  EXPECT_EQ(
      describe_crash(SIGSEGV, 0, kOut + 396, "", kPlaces),
      "the host code used out[99]: out is a device pointer, which host code cannot read or write");
  EXPECT_EQ(describe_crash(SIGSEGV, 0, kOut + 400, "", kPlaces).find("the host code used 0xb"), 0U);
}

TEST(Crash, CountsElementsOfTheBuffersType) {
  const std::vector<BufferPlace> doubles{{"weights", kIn, 400, 8}};
  EXPECT_EQ(describe_crash(SIGSEGV, 0, kIn + 24, "", doubles)
                .find("the host code used weights[3]: weights is a device pointer"),
            0U);
}

TEST(Crash, AFaultElsewhereIsJustThat) {
  EXPECT_EQ(describe_crash(SIGSEGV, 0, 0, "", kPlaces),
            "SIGSEGV: the host code used memory that is not there");
  EXPECT_EQ(describe_crash(SIGFPE, 0, 0, "", kPlaces), "SIGFPE: the host code divided by zero");
  EXPECT_EQ(describe_crash(63, 0, 0, "", kPlaces), "the host code died of signal 63");
}

TEST(Crash, AnExitIsToldWithItsStatusAndWords) {
  EXPECT_EQ(describe_crash(0, 0, 0, "", kPlaces),
            "solve() ended the process with exit status 0 instead of returning");
  EXPECT_EQ(describe_crash(0, 3, 0, "CUDA error", kPlaces),
            "solve() ended the process with exit status 3 instead of returning (CUDA error)");
}

}  // namespace
}  // namespace warpgrade::run
