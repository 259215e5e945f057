// SPDX-License-Identifier: Apache-2.0
#include "harness/device/cuda/properties.hpp"

#include "harness/device/cuda/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

namespace warpgrade::device::cuda {
namespace {

constexpr double kKilo = 1e3;  // The driver gives clocks in kHz.

class Attributes {
 public:
  Attributes(const Driver& driver, CUdevice device) : driver_(driver), device_(device) {}

  /// The attribute, or 0 where this driver does not know it.
  [[nodiscard]] std::uint32_t operator()(CUdevice_attribute attribute) const {
    int value = 0;
    const auto result = driver_.cuDeviceGetAttribute(&value, attribute, device_);
    return result == CUDA_SUCCESS ? static_cast<std::uint32_t>(std::max(value, 0)) : 0;
  }

 private:
  const Driver& driver_;
  CUdevice device_;
};

std::string name_of(const Driver& driver, CUdevice device) {
  std::array<char, 256> name{};
  require(driver, driver.cuDeviceGetName(name.data(), static_cast<int>(name.size()) - 1, device),
          "name the GPU");
  return name.data();
}

std::string uuid_of(const Driver& driver, CUdevice device) {
  CUuuid uuid{};
  require(driver, driver.cuDeviceGetUuid(&uuid, device), "identify the GPU");
  std::string text = "GPU-";
  for (const char byte : uuid.bytes) {
    text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  }
  return text;
}

void read_launch_limits(const Attributes& get, DeviceInfo& info) {
  info.max_threads_per_block = get(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  info.max_block = {get(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X),
                    get(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y),
                    get(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z)};
  info.max_grid = {get(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X), get(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y),
                   get(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z)};
  info.shared_bytes_per_block = get(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
  info.shared_bytes_per_block_optin = get(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
  info.registers_per_block = get(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK);
}

void read_multiprocessor(const Attributes& get, DeviceInfo& info) {
  info.cc_major = get(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
  info.cc_minor = get(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
  info.multiprocessors = get(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
  info.max_threads_per_multiprocessor = get(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
  info.max_blocks_per_multiprocessor = get(CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR);
  info.shared_bytes_per_multiprocessor =
      get(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR);
  info.reserved_shared_bytes_per_block = get(CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK);
  info.registers_per_multiprocessor = get(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR);
  info.clock_hz = kKilo * get(CU_DEVICE_ATTRIBUTE_CLOCK_RATE);
}

void read_memory(const Attributes& get, DeviceInfo& info) {
  info.l2_bytes = get(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
  info.constant_bytes = get(CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY);
  info.memory_clock_hz = kKilo * get(CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE);
  info.memory_bus_bits = get(CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH);
}

}  // namespace

DeviceInfo read_properties(const Driver& driver, CUdevice device) {
  const Attributes get(driver, device);
  if (get(CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED) == 0) {
    throw NoGpu(fmt::format("{} lacks virtual memory management; use --device emulated",
                            name_of(driver, device)));
  }
  DeviceInfo info;
  info.kind = "cuda";
  info.name = name_of(driver, device);
  info.uuid = uuid_of(driver, device);
  read_launch_limits(get, info);
  read_multiprocessor(get, info);
  read_memory(get, info);
  std::size_t bytes = 0;
  require(driver, driver.cuDeviceTotalMem(&bytes, device), "ask for the memory's size");
  info.total_memory_bytes = bytes;
  return info;
}

}  // namespace warpgrade::device::cuda
