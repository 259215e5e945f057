// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/device/cuda/driver.hpp"
#include "harness/device/device.hpp"

#include <cuda.h>

namespace warpgrade::device::cuda {

/// What the driver says of the device. `card` stays empty: it names a card file.
/// @throws NoGpu  if the device lacks virtual memory management, which the harness needs.
DeviceInfo read_properties(const Driver& driver, CUdevice device);

}  // namespace warpgrade::device::cuda
