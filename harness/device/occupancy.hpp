// SPDX-License-Identifier: Apache-2.0
// How many blocks of a kernel a multiprocessor holds at once.
#pragma once

#include "harness/device/device.hpp"
#include "harness/device/limits.hpp"

#include <cstdint>

namespace warpgrade::device {

inline constexpr std::uint64_t kSharedUnit = 256;  ///< Shared memory is handed out in these bytes.

/// Blocks of `threads` threads with `dynamic` bytes of dynamic shared memory that one
/// multiprocessor holds: the least of what threads, blocks, shared memory and registers (where they
/// are known) allow. 0 where such a block cannot be launched at all. Source: CUDA C++ Programming
/// Guide, "Multiprocessor Level"; allocation units of the CUDA occupancy calculator, cc 7.5 to 9.0.
std::uint64_t blocks_per_multiprocessor(const DeviceInfo& device, const KernelLimits& kernel,
                                        std::uint64_t threads, std::uint64_t dynamic);

/// Blocks of a launch that the whole card holds at once. Arguments as refuse_launch() has them.
std::uint64_t resident_blocks(const DeviceInfo& device, const KernelLimits& kernel,
                              const LaunchRequest& request);

}  // namespace warpgrade::device
