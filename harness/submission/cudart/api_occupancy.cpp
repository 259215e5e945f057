// SPDX-License-Identifier: Apache-2.0
// How many blocks of a kernel fit on a multiprocessor at once: the least of what its limits allow.
#include "harness/device/occupancy.hpp"
#include "harness/submission/cudart/function.hpp"

#include <algorithm>

using namespace warpgrade;
using namespace warpgrade::cudart;

namespace {

device::KernelLimits limits_of(const device::KernelInfo& kernel) {
  return {.static_shared_bytes = kernel.static_shared_bytes,
          .max_dynamic_shared_bytes = kernel.max_dynamic_shared_bytes,
          .max_threads_per_block = kernel.max_threads_per_block,
          .registers = kernel.registers};
}

}  // namespace

extern "C" {

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function,
                                                          int threads, std::size_t dynamic) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, threads, dynamic,
                                                                cudaOccupancyDefault);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks,
                                                                   const void* function,
                                                                   int threads, std::size_t dynamic,
                                                                   unsigned flags) {
  return with_kernel(function, [&](Runtime&, device::Device& device, Kernel& kernel) {
    if (threads <= 0 || flags > cudaOccupancyDisableCachingOverride) return cudaErrorInvalidValue;
    const auto count = device::blocks_per_multiprocessor(
        device.info(), limits_of(*kernel.info), static_cast<std::uint64_t>(threads), dynamic);
    return give(blocks, static_cast<int>(count));
  });
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes, const void* function,
                                                      int blocks, int threads) {
  return with_kernel(function, [&](Runtime&, device::Device& device, Kernel& kernel) {
    if (blocks <= 0 || threads <= 0) return cudaErrorInvalidValue;
    const auto& info = device.info();
    const auto unit = device::shared_unit(info);
    const auto share = info.shared_bytes_per_multiprocessor / static_cast<unsigned>(blocks);
    const auto whole = share / unit * unit;
    const auto used = info.reserved_shared_bytes_per_block + kernel.info->static_shared_bytes;
    const auto left = whole > used ? whole - used : 0;
    return give(bytes, std::min(left, kernel.info->max_dynamic_shared_bytes));
  });
}

}  // extern "C"
