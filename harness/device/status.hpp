// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace warpgrade::device {

/// The error codes of the CUDA runtime that a device returns; the numbers are cudaError_t's (CUDA
/// 12 and 13).
enum class Status : int {
  success = 0,
  invalid_value = 1,
  memory_allocation = 2,
  initialization_error = 3,
  invalid_configuration = 9,
  invalid_pitch_value = 12,
  invalid_symbol = 13,
  invalid_device_pointer = 17,
  invalid_memcpy_direction = 21,
  insufficient_driver = 35,
  missing_configuration = 52,
  invalid_device_function = 98,
  no_device = 100,
  invalid_device = 101,
  invalid_kernel_image = 200,
  no_kernel_image_for_device = 209,
  invalid_ptx = 218,
  unsupported_ptx_version = 222,
  file_not_found = 301,
  invalid_resource_handle = 400,
  symbol_not_found = 500,
  not_ready = 600,
  illegal_address = 700,
  launch_out_of_resources = 701,
  launch_timeout = 702,
  cooperative_launch_too_large = 720,
  device_assert = 710,
  misaligned_address = 716,
  hardware_stack_error = 714,
  illegal_instruction = 715,
  invalid_address_space = 717,
  launch_failure = 719,
  not_permitted = 800,
  not_supported = 801,
  unknown = 999,
};

}  // namespace warpgrade::device
