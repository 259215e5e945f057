// SPDX-License-Identifier: Apache-2.0
#include "harness/device/limits.hpp"
#include "harness/emulator/observe/suite.hpp"
#include "harness/emulator/ptx/parser.hpp"
#include "harness/emulator/simt/launch.hpp"
#include "tests/fuzz/launch_input.hpp"
#include "tests/fuzz/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>

namespace warpgrade::fuzz {
namespace {

constexpr std::uint64_t kMemoryBytes = std::uint64_t{1} << 20;
constexpr std::array<std::uint64_t, 2> kBufferBytes{8192, 1001};
constexpr std::uint64_t kBudget = 100'000;
constexpr std::size_t kMostKernels = 3;

/// Device memory with two buffers, the first of small numbers, and the module's variables.
struct Device {
  explicit Device(ptx::Module module) : program(std::move(module), memory) {
    for (std::size_t i = 0; i < buffers.size(); ++i) {
      buffers[i] = memory.allocate(kBufferBytes[i]).value_or(0);
    }
    if (buffers[0] == 0) return;
    auto words = memory.view(buffers[0], kBufferBytes[0]);
    for (std::uint32_t i = 0; i < words.size() / 4; ++i) {
      const std::uint32_t word = i * 7 % 97;
      std::memcpy(words.data() + std::size_t{i} * 4, &word, 4);
    }
  }

  simt::GlobalMemory memory{kMemoryBytes};
  Buffers buffers{};
  simt::Program program;
};

std::string text_of(const KernelCounters& c) {
  std::string text = fmt::format(
      "{} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {}", c.global_load.requests,
      c.global_load.sectors, c.global_load.sectors_ideal, c.global_load.bytes,
      c.global_store.requests, c.global_store.sectors, c.shared_load.requests,
      c.shared_load.wavefronts, c.shared_store.wavefronts, c.traffic.cta_sectors_read,
      c.traffic.unique_sectors_read, c.traffic.unique_sectors_written, c.traffic.store_sectors_full,
      c.traffic.store_sectors_partial, c.traffic.warp_instructions, c.traffic.lane_instructions,
      c.traffic.divergent_branches, c.traffic.atomics);
  for (const auto& line : c.lines) {
    text += fmt::format(" {}:{},{},{}", line.where.line, line.requests, line.units,
                        line.lane_stride_bytes);
  }
  return text;
}

std::string text_of(const Finding& f) {
  return fmt::format("{} {} '{}' {} {} ({},{},{}) ({},{},{}) {}", finding_kind_name(f.kind),
                     severity_name(f.severity), f.message, f.where.line, f.other.line, f.block.x,
                     f.block.y, f.block.z, f.thread.x, f.thread.y, f.thread.z, f.count);
}

std::uint64_t hash_of(std::span<const std::byte> bytes) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const std::byte b : bytes) hash = (hash ^ static_cast<std::uint8_t>(b)) * 0x100000001b3;
  return hash;
}

/// Everything that a run let be seen, as text, and what was wrong with its words.
struct Seen {
  std::string text;
  std::string problem;
};

/// The device's limits, as the emulated device checks them before it launches.
bool refused(const simt::Program& program, const ptx::Function& kernel, const LaunchShape& shape) {
  const device::DeviceInfo info;
  const auto fixed = program.static_shared_bytes(kernel);
  device::LaunchRequest request;
  request.grid = shape.grid;
  request.block = shape.block;
  request.dynamic_shared_bytes = shape.dynamic_shared_bytes;
  return device::refuse_static_shared(info, fixed) ||
         device::refuse_launch(info, {fixed, device::default_dynamic_shared(info, fixed), 1024},
                               request);
}

void launch_one(Device& device, const ptx::Function& kernel, const LaunchShape& shape, Bytes bytes,
                unsigned threads, Seen& seen) {
  const auto packed = arguments(kernel, device.buffers, bytes);
  simt::LaunchConfig config;
  config.grid = shape.grid;
  config.block = shape.block;
  config.dynamic_shared_bytes = shape.dynamic_shared_bytes;
  config.parameters = packed;
  config.threads = threads;
  config.alone_until = 1;
  config.schedule_seed = shape.schedule_seed;
  config.resident_ctas = shape.resident_ctas;
  config.cooperative = shape.cooperative;
  config.grid_workspace = shape.cooperative ? device.buffers[1] : 0;
  config.instruction_budget = kBudget;
  const observe::Suite suite({}, observe::nearest_in(device.memory));
  const auto result =
      simt::launch(device.program, kernel, device.memory, config, suite.observers());
  const observe::LaunchShape observed{shape.grid, shape.block,
                                      device.program.static_shared_bytes(kernel),
                                      shape.dynamic_shared_bytes};
  const auto& module = device.program.module();
  seen.text +=
      fmt::format("end {} thread {} pc {} text '{}' printed '{}' counters {}\n",
                  static_cast<int>(result.end), result.thread, result.place.pc, result.text,
                  result.printed, text_of(suite.counters(module, kernel, observed, result)));
  for (const auto& finding : suite.findings(module, kernel, observed)) {
    seen.text += text_of(finding) + "\n";
    if (seen.problem.empty()) seen.problem = message_problem(finding.message);
  }
}

/// Nothing if the variables exceed the device's memory.
std::unique_ptr<Device> device_with(const ptx::Module& module) {
  try {
    return std::make_unique<Device>(module);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

Seen run(const ptx::Module& module, std::string_view input, unsigned threads) {
  Seen seen;
  const auto loaded = device_with(module);
  if (!loaded || loaded->buffers[1] == 0) return seen;
  Device& device = *loaded;
  Bytes bytes(input);
  const auto shape = launch_shape(bytes);
  std::size_t left = kMostKernels;
  for (const auto& function : device.program.module().functions) {
    if (!function.is_entry || !function.is_defined || left-- == 0) continue;
    if (refused(device.program, function, shape)) continue;
    launch_one(device, function, shape, bytes, threads, seen);
  }
  for (const auto& [base, allocation] : device.memory.allocations()) {
    seen.text += fmt::format("{}: {}\n", base - simt::kDeviceBase,
                             hash_of(device.memory.view(base, allocation.bytes)));
  }
  return seen;
}

}  // namespace

std::string execute_problem(std::string_view bytes) {
  const auto cut = std::min(bytes.find('\0'), bytes.size());
  const auto input = bytes.substr(std::min(cut + 1, bytes.size()));
  try {
    const auto module = ptx::parse(bytes.substr(0, cut));
    const auto one = run(module, input, 1);
    if (!one.problem.empty()) return one.problem;
    const auto two = run(module, input, 2);
    return one.text == two.text ? ""
                                : "two CPU threads give\n" + two.text + "one gives\n" + one.text;
  } catch (const ptx::PtxError& error) {
    return message_problem(error.what());
  }
}

}  // namespace warpgrade::fuzz
