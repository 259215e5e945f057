// SPDX-License-Identifier: Apache-2.0
// What the tests on a real GPU share: where things lie, the device in this process, servers.
#pragma once

#include "harness/device/client.hpp"
#include "harness/device/cuda/cuda_device.hpp"
#include "harness/device/process.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#define WARPGRADE_EMBEDDED(name)                 \
  extern "C" const unsigned char name##_begin[]; \
  extern "C" const unsigned char name##_end[];
WARPGRADE_EMBEDDED(gpu_test_kernels)     ///< kernels.cu, machine code and PTX.
WARPGRADE_EMBEDDED(gpu_test_jit)         ///< kernels.cu, PTX alone.
WARPGRADE_EMBEDDED(gpu_test_too_much)    ///< too_much_shared.cu, PTX alone.
WARPGRADE_EMBEDDED(gpu_test_lesson)      ///< lesson_kernels.cu, machine code.
WARPGRADE_EMBEDDED(gpu_test_lesson_jit)  ///< lesson_kernels.cu, PTX alone.
#undef WARPGRADE_EMBEDDED
#define WARPGRADE_FATBIN(name) \
  std::as_bytes(std::span(name##_begin, static_cast<std::size_t>(name##_end - name##_begin)))

namespace warpgrade::gpu {

/// The folder of this executable.
inline std::filesystem::path bin() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path();
}

/// Packs kernel arguments as nvcc lays them out.
template <class... T>
std::vector<std::byte> pack(const T&... values) {
  std::vector<std::byte> packed;
  const auto add = [&](const auto& value) {
    const auto at = (packed.size() + alignof(decltype(value)) - 1) / sizeof value * sizeof value;
    packed.resize(at + sizeof value);
    std::memcpy(&packed[at], &value, sizeof value);
  };
  (add(values), ...);
  return packed;
}

inline device::ServerProcess start_server() {
  return device::ServerProcess::start({bin() / "warpgrade-device", "cards/h200.toml", 0, "cuda"});
}

/// A device with what most tests do to it. One CudaDevice a test, in this process.
class OnDevice : public testing::Test {
 protected:
  static const device::cuda::Driver& driver() {
    static const auto loaded = device::cuda::load_driver();
    return loaded;
  }

  device::ModuleId load(std::span<const std::byte> fatbin) {
    device::ModuleId module = 0;
    EXPECT_EQ(device.load_module(fatbin, module), device::Status::success);
    return module;
  }
  std::uint64_t allocate(std::uint64_t bytes, device::Owner owner = device::Owner::harness) {
    std::uint64_t address = 0;
    EXPECT_EQ(device.allocate(owner, bytes, address), device::Status::success);
    return address;
  }
  template <class... T>
  device::Status launch(device::ModuleId module, const char* kernel, Dim3 grid, Dim3 block,
                        const T&... arguments) {
    return device.launch({module, kernel, grid, block, 0, 0, false, pack(arguments...)});
  }
  std::vector<std::uint32_t> words(std::uint64_t address, std::size_t count) {
    std::vector<std::uint32_t> data(count);
    EXPECT_EQ(device.download(address, std::as_writable_bytes(std::span(data))),
              device::Status::success);
    return data;
  }
  /// Prints every finding, so that a failed run on a borrowed machine tells enough.
  Evidence evidence() {
    auto taken = device.take_evidence();
    for (const auto& finding : taken.findings) {
      std::printf("    finding %s: %s (x%llu) %s\n", finding_kind_name(finding.kind),
                  finding.message.c_str(), static_cast<unsigned long long>(finding.count),
                  finding.kernel.c_str());
    }
    return taken;
  }

  device::cuda::CudaDevice device{driver(), "h200"};
};

}  // namespace warpgrade::gpu
