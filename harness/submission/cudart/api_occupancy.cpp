// SPDX-License-Identifier: Apache-2.0
// How many blocks of a kernel fit on a multiprocessor at once: the least of what its limits allow.
#include "harness/submission/cudart/function.hpp"

#include <algorithm>

using namespace warpgrade;
using namespace warpgrade::cudart;

namespace {

constexpr std::uint64_t kWarp = 32;
constexpr std::uint64_t kSharedUnit = 256;    ///< Shared memory is handed out in these.
constexpr std::uint64_t kRegisterUnit = 256;  ///< Registers, a warp.

constexpr std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) {
  return (value + unit - 1) / unit * unit;
}

/// Blocks that fit where each takes `each` of `all`; no limit if it takes none.
std::uint64_t fitting(std::uint64_t all, std::uint64_t each) {
  return each == 0 ? UINT64_MAX : all / each;
}

std::uint64_t shared_of_block(const device::DeviceInfo& device, const device::KernelInfo& kernel,
                              std::uint64_t dynamic) {
  const auto own = kernel.static_shared_bytes + dynamic;
  return own == 0 ? 0 : round_up(own + device.reserved_shared_bytes_per_block, kSharedUnit);
}

std::uint64_t blocks_per_multiprocessor(const device::DeviceInfo& device,
                                        const device::KernelInfo& kernel, std::uint64_t threads,
                                        std::uint64_t dynamic) {
  if (threads > kernel.max_threads_per_block) return 0;
  if (dynamic > kernel.max_dynamic_shared_bytes) return 0;
  const auto warps = (threads + kWarp - 1) / kWarp;
  const auto registers = warps * round_up(kernel.registers * kWarp, kRegisterUnit);
  return std::min({
      std::uint64_t{device.max_blocks_per_multiprocessor},
      fitting(device.max_threads_per_multiprocessor, warps * kWarp),
      fitting(device.shared_bytes_per_multiprocessor, shared_of_block(device, kernel, dynamic)),
      fitting(device.registers_per_multiprocessor, registers),
  });
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
    const auto count = blocks_per_multiprocessor(device.info(), *kernel.info,
                                                 static_cast<std::uint64_t>(threads), dynamic);
    return give(blocks, static_cast<int>(count));
  });
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes, const void* function,
                                                      int blocks, int threads) {
  return with_kernel(function, [&](Runtime&, device::Device& device, Kernel& kernel) {
    if (blocks <= 0 || threads <= 0) return cudaErrorInvalidValue;
    const auto& info = device.info();
    const auto share = info.shared_bytes_per_multiprocessor / static_cast<unsigned>(blocks);
    const auto whole = share / kSharedUnit * kSharedUnit;
    const auto used = info.reserved_shared_bytes_per_block + kernel.info->static_shared_bytes;
    const auto left = whole > used ? whole - used : 0;
    return give(bytes, std::min(left, kernel.info->max_dynamic_shared_bytes));
  });
}

}  // extern "C"
