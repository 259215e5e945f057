// SPDX-License-Identifier: Apache-2.0
#include "harness/device/occupancy.hpp"

#include <algorithm>
#include <array>

namespace warpgrade::device {
namespace {

constexpr std::uint64_t kWarp = 32;
constexpr std::uint64_t kRegisterUnit = 256;  ///< Registers, a warp.
constexpr std::uint64_t kParts = 4;           ///< Of a multiprocessor, each with its registers.

constexpr std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) {
  return (value + unit - 1) / unit * unit;
}

/// Blocks that fit where each takes `each` of `all`; no limit if it takes none.
std::uint64_t fitting(std::uint64_t all, std::uint64_t each) {
  return each == 0 ? UINT64_MAX : all / each;
}

std::uint64_t shared_of_block(const DeviceInfo& device, const KernelLimits& kernel,
                              std::uint64_t dynamic) {
  return round_up(kernel.static_shared_bytes + dynamic + device.reserved_shared_bytes_per_block,
                  shared_unit(device));
}

constexpr std::uint64_t warps_of(std::uint64_t threads) { return (threads + kWarp - 1) / kWarp; }

std::uint64_t warps_that_fit(const DeviceInfo& device) {
  return device.max_threads_per_multiprocessor / kWarp;
}

std::uint64_t registers_of_warp(std::uint64_t registers) {
  return round_up(registers * kWarp, kRegisterUnit);
}

/// Blocks that one of a multiprocessor's resources has room for.
struct Share {
  std::uint64_t blocks;
  Occupancy::Limit limit;
};

std::array<Share, 4> shares(const DeviceInfo& device, const KernelLimits& kernel,
                            std::uint64_t threads, std::uint64_t dynamic) {
  using Limit = Occupancy::Limit;
  const auto warps = warps_of(threads);
  const auto shared = shared_of_block(device, kernel, dynamic);
  const auto warps_of_part =
      fitting(device.registers_per_multiprocessor / kParts, registers_of_warp(kernel.registers));
  const auto by_registers =
      warps_of_part == UINT64_MAX ? UINT64_MAX : warps_of_part * kParts / warps;
  return {{{fitting(warps_that_fit(device), warps), Limit::block_size},
           {device.max_blocks_per_multiprocessor, Limit::blocks},
           {fitting(device.shared_bytes_per_multiprocessor, shared), Limit::shared_memory},
           {by_registers, Limit::registers}}};
}

}  // namespace

std::uint64_t shared_unit(const DeviceInfo& device) {
  constexpr std::uint32_t ampere = 8;
  return device.cc_major < ampere ? 256 : 128;
}

std::uint64_t blocks_per_multiprocessor(const DeviceInfo& device, const KernelLimits& kernel,
                                        std::uint64_t threads, std::uint64_t dynamic) {
  if (threads > kernel.max_threads_per_block) return 0;
  if (dynamic > kernel.max_dynamic_shared_bytes) return 0;
  return std::ranges::min(shares(device, kernel, threads, dynamic), {}, &Share::blocks).blocks;
}

std::uint32_t threads_by_registers(const DeviceInfo& device, std::uint32_t registers) {
  const auto warps = fitting(device.registers_per_block, registers_of_warp(registers));
  const auto most = device.max_threads_per_block;
  return warps >= most / kWarp ? most : static_cast<std::uint32_t>(warps / kParts * kParts * kWarp);
}

Occupancy occupancy_of(const DeviceInfo& device, const KernelLimits& kernel,
                       const LaunchRequest& request) {
  const auto threads = volume(request.block);
  const auto all = shares(device, kernel, threads, request.dynamic_shared_bytes);
  const auto least = std::ranges::min(all, {}, &Share::blocks);
  Occupancy occupancy;
  occupancy.registers = kernel.registers;
  occupancy.blocks = static_cast<std::uint32_t>(least.blocks);
  occupancy.warps = static_cast<std::uint32_t>(least.blocks * warps_of(threads));
  occupancy.most_warps = static_cast<std::uint32_t>(warps_that_fit(device));
  occupancy.limit = least.limit;
  return occupancy;
}

std::uint64_t resident_blocks(const DeviceInfo& device, const KernelLimits& kernel,
                              const LaunchRequest& request) {
  return device.multiprocessors * blocks_per_multiprocessor(device, kernel, volume(request.block),
                                                            request.dynamic_shared_bytes);
}

}  // namespace warpgrade::device
