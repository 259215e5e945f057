// SPDX-License-Identifier: Apache-2.0
#include "harness/device/cuda/errors.hpp"

#include "fake_driver.hpp"

#include <gtest/gtest.h>

#include <array>

namespace warpgrade::device::cuda {
namespace {

struct Row {
  CUresult result;
  Status status;
};

TEST(Errors, BecomeTheRuntimesOfTheSameMeaning) {
  constexpr std::array rows{
      Row{CUDA_SUCCESS, Status::success},
      Row{CUDA_ERROR_INVALID_VALUE, Status::invalid_value},
      Row{CUDA_ERROR_OUT_OF_MEMORY, Status::memory_allocation},
      Row{CUDA_ERROR_NO_BINARY_FOR_GPU, Status::no_kernel_image_for_device},
      Row{CUDA_ERROR_INVALID_PTX, Status::invalid_ptx},
      Row{CUDA_ERROR_ILLEGAL_ADDRESS, Status::illegal_address},
      Row{CUDA_ERROR_MISALIGNED_ADDRESS, Status::misaligned_address},
      Row{CUDA_ERROR_ASSERT, Status::device_assert},
      Row{CUDA_ERROR_LAUNCH_FAILED, Status::launch_failure},
      Row{CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, Status::launch_out_of_resources},
      Row{CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, Status::cooperative_launch_too_large},
      Row{CUDA_ERROR_INVALID_PC, Status::launch_failure},
      Row{CUDA_ERROR_PROFILER_DISABLED, Status::unknown}};
  for (const auto& row : rows) EXPECT_EQ(status_of(row.result), row.status) << row.result;
}

TEST(Errors, OnlyWhatAKernelDoesIsAFault) {
  EXPECT_EQ(fault_of(CUDA_ERROR_ILLEGAL_ADDRESS)->kind, FindingKind::out_of_bounds);
  EXPECT_EQ(fault_of(CUDA_ERROR_MISALIGNED_ADDRESS)->kind, FindingKind::misaligned);
  EXPECT_EQ(fault_of(CUDA_ERROR_ASSERT)->kind, FindingKind::device_assert);
  EXPECT_EQ(fault_of(CUDA_ERROR_LAUNCH_FAILED)->kind, FindingKind::trap);
  EXPECT_EQ(fault_of(CUDA_ERROR_LAUNCH_TIMEOUT)->kind, FindingKind::kernel_time_limit);
  for (const auto result :
       {CUDA_SUCCESS, CUDA_ERROR_NOT_READY, CUDA_ERROR_INVALID_VALUE,
        CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE}) {
    EXPECT_FALSE(fault_of(result)) << result;
  }
}

TEST(Errors, AreDescribedByTheDriver) {
  const FakeDriver fake;
  EXPECT_EQ(describe(fake.table, CUDA_ERROR_UNKNOWN), "CUDA_ERROR_FAKE: a fake error");
  EXPECT_NO_THROW(require(fake.table, CUDA_SUCCESS, "do it"));
  EXPECT_THROW(require(fake.table, CUDA_ERROR_UNKNOWN, "do it"), DriverError);
}

}  // namespace
}  // namespace warpgrade::device::cuda
