// SPDX-License-Identifier: Apache-2.0
#include "harness/device/limits.hpp"

#include "harness/device/occupancy.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace warpgrade::device {
namespace {

struct Launch {
  const DeviceInfo& info;
  const KernelLimits& kernel;
  const LaunchRequest& request;
};

using Answer = std::optional<Refusal>;

constexpr std::array<char, 3> kAxes{'x', 'y', 'z'};

std::array<std::uint32_t, 3> axes(const Dim3& d) { return {d.x, d.y, d.z}; }

/// The first axis along which `asked` is zero or beyond `limit`.
Answer refuse_axis(const Dim3& asked, const Dim3& limit, std::string_view whole,
                   std::string_view units) {
  for (std::size_t i = 0; i < kAxes.size(); ++i) {
    const auto value = axes(asked)[i];
    const auto most = axes(limit)[i];
    if (value == 0) {
      return Refusal{Status::invalid_configuration,
                     fmt::format("the {} has 0 {} along {}", whole, units, kAxes[i])};
    }
    if (value > most) {
      return Refusal{Status::invalid_configuration,
                     fmt::format("the {} has {} {} along {}, the limit is {}", whole, value, units,
                                 kAxes[i], most)};
    }
  }
  return std::nullopt;
}

Answer refuse_threads(const Launch& launch) {
  const auto asked = volume(launch.request.block);
  if (asked == 0 || asked <= launch.info.max_threads_per_block) return std::nullopt;
  return Refusal{Status::invalid_configuration,
                 fmt::format("the launch asked for {} threads per block, the limit is {}", asked,
                             launch.info.max_threads_per_block)};
}

Answer refuse_block(const Launch& launch) {
  return refuse_axis(launch.request.block, launch.info.max_block, "block", "threads");
}

Answer refuse_grid(const Launch& launch) {
  return refuse_axis(launch.request.grid, launch.info.max_grid, "grid", "blocks");
}

Answer refuse_launch_bounds(const Launch& launch) {
  const auto asked = volume(launch.request.block);
  if (asked <= launch.kernel.max_threads_per_block) return std::nullopt;
  const auto wanted = asked * launch.kernel.registers;
  const auto why = wanted <= launch.info.registers_per_block
                       ? std::string("__launch_bounds__")
                       : fmt::format("{} registers a thread", launch.kernel.registers);
  return Refusal{Status::launch_out_of_resources,
                 fmt::format("the launch asked for {} threads per block, the kernel's {} allow {}",
                             asked, why, launch.kernel.max_threads_per_block)};
}

/// " beside 4096 bytes of static", or nothing.
std::string beside(std::uint64_t static_shared_bytes) {
  if (static_shared_bytes == 0) return {};
  return fmt::format(" beside {} bytes of static", static_shared_bytes);
}

Answer refuse_shared(const Launch& launch) {
  const auto asked = launch.request.dynamic_shared_bytes;
  const auto allowed = launch.kernel.max_dynamic_shared_bytes;
  if (asked <= allowed) return std::nullopt;
  const auto fixed = launch.kernel.static_shared_bytes;
  const auto by_default = default_dynamic_shared(launch.info, fixed);
  const auto start = fmt::format("the launch asked for {} bytes of dynamic shared memory{}; ",
                                 asked, beside(fixed));
  const auto end = allowed == by_default
                       ? fmt::format("{} are allowed without cudaFuncSetAttribute, {} with it",
                                     allowed, most_dynamic_shared(launch.info, fixed))
                       : fmt::format("cudaFuncSetAttribute allowed {}", allowed);
  return Refusal{Status::invalid_value, start + end};
}

/// All blocks of a cooperative launch must be on the card at once.
Answer refuse_cooperative(const Launch& launch) {
  if (!launch.request.cooperative) return std::nullopt;
  const auto fitting = resident_blocks(launch.info, launch.kernel, launch.request);
  const auto asked = volume(launch.request.grid);
  if (asked <= fitting) return std::nullopt;
  return Refusal{Status::cooperative_launch_too_large,
                 fmt::format("the cooperative launch has {} blocks, this card holds {} of them at "
                             "once: ask cudaOccupancyMaxActiveBlocksPerMultiprocessor",
                             asked, fitting)};
}

// In the order in which the runtime looks: the block's and grid's shape comes before its resources.
constexpr std::array kChecks{refuse_threads,       refuse_block,  refuse_grid,
                             refuse_launch_bounds, refuse_shared, refuse_cooperative};

std::uint64_t less(std::uint64_t total, std::uint64_t taken) {
  return total > taken ? total - taken : 0;
}

}  // namespace

std::uint64_t default_dynamic_shared(const DeviceInfo& info, std::uint64_t static_shared_bytes) {
  return less(info.shared_bytes_per_block, static_shared_bytes);
}

std::uint64_t most_dynamic_shared(const DeviceInfo& info, std::uint64_t static_shared_bytes) {
  return less(info.shared_bytes_per_block_optin, static_shared_bytes);
}

Answer refuse_launch(const DeviceInfo& info, const KernelLimits& kernel,
                     const LaunchRequest& request) {
  for (const auto check : kChecks) {
    if (auto refusal = check({info, kernel, request})) return refusal;
  }
  return std::nullopt;
}

Answer refuse_opt_in(const DeviceInfo& info, std::uint64_t static_shared_bytes,
                     std::uint64_t bytes) {
  const auto most = most_dynamic_shared(info, static_shared_bytes);
  if (bytes <= most) return std::nullopt;
  return Refusal{Status::invalid_value,
                 fmt::format("cudaFuncSetAttribute asked for {} bytes of dynamic shared memory{}; "
                             "this card allows {}",
                             bytes, beside(static_shared_bytes), most)};
}

Answer refuse_static_shared(const DeviceInfo& info, std::uint64_t static_shared_bytes) {
  if (static_shared_bytes <= info.shared_bytes_per_block) return std::nullopt;
  return Refusal{
      Status::invalid_ptx,
      fmt::format("the kernel declares {} bytes of static shared memory, the limit is {}: "
                  "a larger tile must be dynamic, with cudaFuncSetAttribute",
                  static_shared_bytes, info.shared_bytes_per_block)};
}

}  // namespace warpgrade::device
