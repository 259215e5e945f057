// SPDX-License-Identifier: Apache-2.0
// Every limit: just inside, just outside, and the words.
#include "harness/device/limits.hpp"

#include <gtest/gtest.h>

#include <string>

namespace warpgrade::device {
namespace {

constexpr auto kConfiguration = Status::invalid_configuration;

DeviceInfo t4() {
  DeviceInfo info;
  info.shared_bytes_per_block = 49152;
  info.shared_bytes_per_block_optin = 65536;
  return info;
}

struct Row {
  Dim3 grid;
  Dim3 block;
  std::uint64_t dynamic;
  KernelLimits kernel;
  Status status;
  std::string message;  ///< Empty: it may start.
};

class LaunchLimits : public testing::TestWithParam<Row> {};

TEST_P(LaunchLimits, AreThoseOfTheRuntime) {
  const auto& row = GetParam();
  LaunchRequest request;
  request.grid = row.grid;
  request.block = row.block;
  request.dynamic_shared_bytes = row.dynamic;
  const auto refusal = refuse_launch(t4(), row.kernel, request);
  EXPECT_EQ(refusal ? refusal->message : "", row.message);
  EXPECT_EQ(refusal ? refusal->status : Status::success, row.status);
}

const KernelLimits kPlain{0, 49152, 1024};
const KernelLimits kStatic{4096, 45056, 1024};
const KernelLimits kOptedIn{0, 65536, 1024};
const KernelLimits kOptedDown{0, 1000, 1024};
const KernelLimits kBounded{0, 49152, 128};

INSTANTIATE_TEST_SUITE_P(
    Table, LaunchLimits,
    testing::Values(
        Row{{1, 1, 1}, {32, 32, 1}, 0, kPlain, Status::success, ""},
        Row{{2147483647, 65535, 65535}, {1, 1, 64}, 49152, kPlain, Status::success, ""},
        Row{{1, 1, 1},
            {2048, 1, 1},
            0,
            kPlain,
            kConfiguration,
            "the launch asked for 2048 threads per block, the limit is 1024"},
        Row{{1, 1, 1},
            {64, 64, 1},
            0,
            kPlain,
            kConfiguration,
            "the launch asked for 4096 threads per block, the limit is 1024"},
        Row{{1, 1, 1},
            {32, 33, 1},
            0,
            kPlain,
            kConfiguration,
            "the launch asked for 1056 threads per block, the limit is 1024"},
        Row{{1, 1, 1},
            {65536, 65536, 65536},
            0,
            kPlain,
            kConfiguration,
            "the launch asked for 281474976710656 threads per block, the limit is 1024"},
        Row{{1, 1, 1},
            {1, 1, 65},
            0,
            kPlain,
            kConfiguration,
            "the block has 65 threads along z, the limit is 64"},
        Row{{1, 1, 1}, {32, 0, 1}, 0, kPlain, kConfiguration, "the block has 0 threads along y"},
        Row{{0, 1, 1}, {32, 1, 1}, 0, kPlain, kConfiguration, "the grid has 0 blocks along x"},
        Row{{1, 1, 0}, {32, 1, 1}, 0, kPlain, kConfiguration, "the grid has 0 blocks along z"},
        Row{{2147483648U, 1, 1},
            {32, 1, 1},
            0,
            kPlain,
            kConfiguration,
            "the grid has 2147483648 blocks along x, the limit is 2147483647"},
        Row{{1, 65536, 1},
            {32, 1, 1},
            0,
            kPlain,
            kConfiguration,
            "the grid has 65536 blocks along y, the limit is 65535"},
        Row{{1, 1, 65536},
            {32, 1, 1},
            0,
            kPlain,
            kConfiguration,
            "the grid has 65536 blocks along z, the limit is 65535"},
        Row{{1, 1, 1},
            {32, 1, 1},
            49153,
            kPlain,
            Status::invalid_value,
            "the launch asked for 49153 bytes of dynamic shared memory; 49152 are allowed without "
            "cudaFuncSetAttribute, 65536 with it"},
        Row{{1, 1, 1}, {32, 1, 1}, 45056, kStatic, Status::success, ""},
        Row{{1, 1, 1},
            {32, 1, 1},
            49152,
            kStatic,
            Status::invalid_value,
            "the launch asked for 49152 bytes of dynamic shared memory beside 4096 bytes of "
            "static; 45056 are allowed without cudaFuncSetAttribute, 61440 with it"},
        Row{{1, 1, 1}, {32, 1, 1}, 65536, kOptedIn, Status::success, ""},
        Row{{1, 1, 1},
            {32, 1, 1},
            65537,
            kOptedIn,
            Status::invalid_value,
            "the launch asked for 65537 bytes of dynamic shared memory; cudaFuncSetAttribute "
            "allowed 65536"},
        Row{{1, 1, 1},
            {32, 1, 1},
            1001,
            kOptedDown,
            Status::invalid_value,
            "the launch asked for 1001 bytes of dynamic shared memory; cudaFuncSetAttribute "
            "allowed 1000"},
        Row{{1, 1, 1}, {128, 1, 1}, 0, kBounded, Status::success, ""},
        Row{{1, 1, 1},
            {129, 1, 1},
            0,
            kBounded,
            Status::launch_out_of_resources,
            "the launch asked for 129 threads per block, the kernel's __launch_bounds__ allow "
            "128"}));

TEST(OptIn, IsRefusedAboveTheCardLessTheStaticBytes) {
  EXPECT_FALSE(refuse_opt_in(t4(), 0, 65536));
  EXPECT_FALSE(refuse_opt_in(t4(), 4096, 61440));
  const auto refusal = refuse_opt_in(t4(), 0, 67072);
  ASSERT_TRUE(refusal);
  EXPECT_EQ(refusal->status, Status::invalid_value);
  EXPECT_EQ(refusal->message,
            "cudaFuncSetAttribute asked for 67072 bytes of dynamic shared memory; this card allows "
            "65536");
  EXPECT_TRUE(refuse_opt_in(t4(), 4096, 61441));
}

TEST(StaticShared, EndsAt48KiB) {
  EXPECT_FALSE(refuse_static_shared(t4(), 49152));
  const auto refusal = refuse_static_shared(t4(), 66048);
  ASSERT_TRUE(refusal);
  EXPECT_EQ(refusal->message,
            "the kernel declares 66048 bytes of static shared memory, the limit is 49152: a larger "
            "tile must be dynamic, with cudaFuncSetAttribute");
}

}  // namespace
}  // namespace warpgrade::device
