// SPDX-License-Identifier: Apache-2.0
// How many blocks of a kernel a multiprocessor holds at once.
#pragma once

#include "harness/core/occupancy.hpp"
#include "harness/device/device.hpp"
#include "harness/device/limits.hpp"

#include <cstdint>

namespace warpgrade::device {

/// Shared memory is handed out in multiples of this, in bytes.
std::uint64_t shared_unit(const DeviceInfo& device);

/// Blocks of `threads` threads with `dynamic` bytes of dynamic shared memory that one
/// multiprocessor holds: the least of what threads, blocks, shared memory and registers (where they
/// are known) allow. 0 where such a block cannot be launched at all. Source: what cuda_occupancy.h
/// of CUDA 13.0 says of compute capability 7.0 to 12.0.
std::uint64_t blocks_per_multiprocessor(const DeviceInfo& device, const KernelLimits& kernel,
                                        std::uint64_t threads, std::uint64_t dynamic);

/// Threads of a block whose registers fit, as many in each of the four parts of a multiprocessor:
/// the card's own limit where `registers` is 0.
std::uint32_t threads_by_registers(const DeviceInfo& device, std::uint32_t registers);

/// How full a launch makes a multiprocessor, and what keeps it from being fuller.
Occupancy occupancy_of(const DeviceInfo& device, const KernelLimits& kernel,
                       const LaunchRequest& request);

/// Blocks of a launch that the whole card holds at once. Arguments as refuse_launch() has them.
std::uint64_t resident_blocks(const DeviceInfo& device, const KernelLimits& kernel,
                              const LaunchRequest& request);

}  // namespace warpgrade::device
