// SPDX-License-Identifier: Apache-2.0
#include "harness/device/occupancy.hpp"

#include <algorithm>

namespace warpgrade::device {
namespace {

constexpr std::uint64_t kWarp = 32;
constexpr std::uint64_t kRegisterUnit = 256;  ///< Registers, a warp.

constexpr std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) {
  return (value + unit - 1) / unit * unit;
}

/// Blocks that fit where each takes `each` of `all`; no limit if it takes none.
std::uint64_t fitting(std::uint64_t all, std::uint64_t each) {
  return each == 0 ? UINT64_MAX : all / each;
}

std::uint64_t shared_of_block(const DeviceInfo& device, const KernelLimits& kernel,
                              std::uint64_t dynamic) {
  const auto own = kernel.static_shared_bytes + dynamic;
  return own == 0 ? 0 : round_up(own + device.reserved_shared_bytes_per_block, kSharedUnit);
}

}  // namespace

std::uint64_t blocks_per_multiprocessor(const DeviceInfo& device, const KernelLimits& kernel,
                                        std::uint64_t threads, std::uint64_t dynamic) {
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

std::uint64_t resident_blocks(const DeviceInfo& device, const KernelLimits& kernel,
                              const LaunchRequest& request) {
  return device.multiprocessors * blocks_per_multiprocessor(device, kernel, volume(request.block),
                                                            request.dynamic_shared_bytes);
}

}  // namespace warpgrade::device
