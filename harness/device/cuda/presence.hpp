// SPDX-License-Identifier: Apache-2.0
// The GPU of this machine, for those who know no CUDA header.
#pragma once

#include "harness/device/device.hpp"

#include <memory>
#include <optional>
#include <string>

namespace warpgrade::device::cuda {

struct Presence {
  std::optional<DeviceInfo> gpu;  ///< The first one that CUDA_VISIBLE_DEVICES leaves.
  std::string why_not;            ///< One line, where there is none.
  int driver_version = 0;         ///< 13000: the driver runs CUDA 13.0; 0: there is no driver.
};

/// Asks the driver; makes no context, so that nothing of the GPU is taken.
Presence look_for_gpu();

/// The GPU behind the port, once a process. @param card  DeviceInfo::card.
/// @throws std::runtime_error if there is none that can be used.
std::unique_ptr<Device> open_gpu(const std::string& card);

}  // namespace warpgrade::device::cuda
