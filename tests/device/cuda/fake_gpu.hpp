// SPDX-License-Identifier: Apache-2.0
// A CudaDevice on the fake driver, with what most tests do to it.
#pragma once

#include "fake_driver.hpp"
#include "harness/device/cuda/cuda_device.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

namespace warpgrade::device::cuda {

/// An empty container as nvcc's begin.
inline std::vector<std::byte> fatbin() {
  const struct {
    std::uint32_t magic = 0xba55ed50;
    std::uint16_t version = 1;
    std::uint16_t header_bytes = 16;
    std::uint64_t bytes = 8;
  } header;
  std::vector<std::byte> bytes(24);
  std::memcpy(bytes.data(), &header, sizeof header);
  return bytes;
}

/// A parameter of a packed kernel call.
template <class T>
T parameter(const std::byte* packed, std::size_t offset) {
  T value;
  std::memcpy(&value, packed + offset, sizeof value);
  return value;
}

class CudaDeviceTest : public testing::Test {
 protected:
  /// Loads a module; its kernels are those of `fake`.
  ModuleId load() {
    ModuleId module = 0;
    EXPECT_EQ(device.load_module(fatbin(), module), Status::success);
    return module;
  }
  std::uint64_t allocate(Owner owner, std::uint64_t bytes) {
    std::uint64_t address = 0;
    EXPECT_EQ(device.allocate(owner, bytes, address), Status::success);
    return address;
  }
  /// A launch of `kernel` on one pointer.
  static LaunchRequest request(ModuleId module, std::string kernel, std::uint64_t pointer = 0) {
    LaunchRequest result{module, std::move(kernel), {}, {32, 1, 1}, 0, 0, false, {}};
    result.parameters.resize(sizeof pointer);
    std::memcpy(result.parameters.data(), &pointer, sizeof pointer);
    return result;
  }
  /// A kernel that writes `value` to the word at its pointer plus `offset` bytes.
  static FakeDriver::Kernel writes(std::int64_t offset, std::uint32_t value) {
    FakeDriver::Kernel kernel;
    kernel.parameters = {8};
    kernel.run = [=](const std::byte* packed) {
      const auto address = parameter<std::uint64_t>(packed, 0) + static_cast<std::uint64_t>(offset);
      std::memcpy(FakeDriver::at(address), &value, sizeof value);
    };
    return kernel;
  }
  std::vector<std::uint32_t> words(std::uint64_t address, std::size_t count) {
    std::vector<std::uint32_t> data(count);
    EXPECT_EQ(device.download(address, std::as_writable_bytes(std::span(data))), Status::success);
    return data;
  }

  FakeDriver fake;
  CudaDevice device{fake.table, "h200"};
};

}  // namespace warpgrade::device::cuda
