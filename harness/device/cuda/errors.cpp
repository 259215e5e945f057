// SPDX-License-Identifier: Apache-2.0
#include "harness/device/cuda/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace warpgrade::device::cuda {
namespace {

// Driver and runtime have used the same numbers since CUDA 10.1; these are the ones that are passed
// on.
constexpr std::array kKnown{Status::success,
                            Status::invalid_value,
                            Status::memory_allocation,
                            Status::initialization_error,
                            Status::no_device,
                            Status::invalid_device,
                            Status::invalid_kernel_image,
                            Status::no_kernel_image_for_device,
                            Status::invalid_ptx,
                            Status::unsupported_ptx_version,
                            Status::file_not_found,
                            Status::invalid_resource_handle,
                            Status::symbol_not_found,
                            Status::not_ready,
                            Status::illegal_address,
                            Status::launch_out_of_resources,
                            Status::launch_timeout,
                            Status::device_assert,
                            Status::hardware_stack_error,
                            Status::illegal_instruction,
                            Status::misaligned_address,
                            Status::invalid_address_space,
                            Status::launch_failure,
                            Status::cooperative_launch_too_large,
                            Status::not_permitted,
                            Status::not_supported};

constexpr std::array<Fault, 10> kFaults{{
    {CUDA_ERROR_ILLEGAL_ADDRESS, FindingKind::out_of_bounds,
     "the kernel accessed memory outside every allocation (illegal address)"},
    {CUDA_ERROR_MISALIGNED_ADDRESS, FindingKind::misaligned,
     "the kernel accessed an address that is no multiple of the access's size"},
    {CUDA_ERROR_INVALID_ADDRESS_SPACE, FindingKind::out_of_bounds,
     "the kernel used an address of one memory space in another"},
    {CUDA_ERROR_HARDWARE_STACK_ERROR, FindingKind::out_of_bounds,
     "the kernel's stack overflowed or was damaged"},
    {CUDA_ERROR_ASSERT, FindingKind::device_assert, "an assertion failed in the kernel"},
    {CUDA_ERROR_LAUNCH_TIMEOUT, FindingKind::kernel_time_limit,
     "the kernel was stopped by the driver: it ran too long"},
    {CUDA_ERROR_ILLEGAL_INSTRUCTION, FindingKind::trap,
     "the kernel executed trap or an illegal instruction"},
    {CUDA_ERROR_INVALID_PC, FindingKind::trap, "the kernel jumped to where no code is"},
    {CUDA_ERROR_LAUNCH_FAILED, FindingKind::trap,
     "the kernel failed: it executed trap, or used shared or local memory beyond its end"},
    {CUDA_ERROR_EXTERNAL_DEVICE, FindingKind::trap, "the device failed while the kernel ran"},
}};

}  // namespace

Status status_of(CUresult result) {
  const auto number = static_cast<Status>(result);
  if (std::ranges::find(kKnown, number) != kKnown.end()) return number;
  return fault_of(result) ? Status::launch_failure : Status::unknown;
}

std::optional<Fault> fault_of(CUresult result) {
  const auto* const row = std::ranges::find(kFaults, result, &Fault::result);
  if (row == kFaults.end()) return std::nullopt;
  return *row;
}

DriverError::DriverError(const Driver& driver, CUresult result, std::string_view step)
    : std::runtime_error(
          fmt::format("the CUDA driver failed to {}: {}", step, describe(driver, result))) {}

void require(const Driver& driver, CUresult result, std::string_view step) {
  if (result != CUDA_SUCCESS) throw DriverError(driver, result, step);
}

}  // namespace warpgrade::device::cuda
