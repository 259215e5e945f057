// SPDX-License-Identifier: Apache-2.0
// What the runtime refuses before a kernel starts, and the words for it.
#pragma once

#include "harness/device/device.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace warpgrade::device::emulated {

/// What one kernel allows.
struct KernelLimits {
  std::uint64_t static_shared_bytes = 0;
  std::uint64_t max_dynamic_shared_bytes =
      0;  ///< 48 KiB less the static bytes, or what was opted in to.
  std::uint32_t max_threads_per_block = 1024;  ///< Of __launch_bounds__.
};

struct Refusal {
  Status status = Status::invalid_value;
  std::string message;  ///< One line that names the limit, what was asked for and what is allowed.
};

/// Dynamic shared bytes that a kernel may have without cudaFuncSetAttribute.
std::uint64_t default_dynamic_shared(const DeviceInfo& info, std::uint64_t static_shared_bytes);
/// Dynamic shared bytes that a kernel may have at most.
std::uint64_t most_dynamic_shared(const DeviceInfo& info, std::uint64_t static_shared_bytes);

/// Nothing if the launch may start.
std::optional<Refusal> refuse_launch(const DeviceInfo& info, const KernelLimits& kernel,
                                     const LaunchRequest& request);

/// Nothing if a kernel's limit of dynamic shared memory may become `bytes`.
std::optional<Refusal> refuse_opt_in(const DeviceInfo& info, std::uint64_t static_shared_bytes,
                                     std::uint64_t bytes);

/// Nothing if a kernel may have that much static shared memory (ptxas would refuse more).
std::optional<Refusal> refuse_static_shared(const DeviceInfo& info,
                                            std::uint64_t static_shared_bytes);

}  // namespace warpgrade::device::emulated
