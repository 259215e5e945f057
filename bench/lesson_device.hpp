// SPDX-License-Identifier: Apache-2.0
// The emulated Tesla T4 with the lesson's kernels, for the programs here.
#pragma once

#include "harness/device/emulated/emulated_device.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

namespace warpgrade::bench {

/// What nvcc made of tests/reference/lesson_kernels.cu in this build.
inline std::vector<std::byte> fatbin() {
  std::ifstream file{WARPGRADE_BINARY_DIR "/tests/lesson_kernels.fatbin", std::ios::binary};
  if (!file) throw std::runtime_error{"no lesson_kernels.fatbin: build the target lesson_kernels"};
  const std::string bytes{std::istreambuf_iterator<char>{file}, {}};
  std::vector<std::byte> out(bytes.size());
  std::memcpy(out.data(), bytes.data(), bytes.size());
  return out;
}

inline void must(device::Status status) {
  if (status != device::Status::success) {
    throw std::runtime_error{"the emulated device refused a call"};
  }
}

/// A device with an input and an output of rows x cols floats and the kernels in it.
struct LessonDevice {
  LessonDevice(std::uint64_t rows_, std::uint64_t cols_)
      : rows(rows_),
        cols(cols_),
        device{model::read_card(WARPGRADE_SOURCE_DIR "/cards/t4.toml"), 0} {
    constexpr std::uint32_t one = 0x3f800000;
    must(device.allocate(device::Owner::harness, rows * cols * 4, in));
    must(device.allocate(device::Owner::harness, rows * cols * 4, out));
    must(device.fill(in, one, 4, rows * cols));
    must(device.fill(out, one, 4, rows * cols));
    must(device.load_module(fatbin(), module));
  }

  /// A launch of `kernel` as the lesson does it: tiles of 32x32, blocks of 32x8.
  [[nodiscard]] device::LaunchRequest launch(const std::string& kernel) const {
    constexpr std::uint32_t tile = 32;
    const std::array<std::uint64_t, 4> values{in, out, rows, cols};
    device::LaunchRequest request;
    request.module = module;
    request.kernel = kernel;
    request.grid = {static_cast<std::uint32_t>((cols + tile - 1) / tile),
                    static_cast<std::uint32_t>((rows + tile - 1) / tile), 1};
    request.block = {tile, 8, 1};
    request.parameters.resize(sizeof values);
    std::memcpy(request.parameters.data(), values.data(), sizeof values);
    return request;
  }

  std::uint64_t rows;
  std::uint64_t cols;
  device::emulated::EmulatedDevice device;
  std::uint64_t in = 0;
  std::uint64_t out = 0;
  device::ModuleId module = 0;
};

}  // namespace warpgrade::bench
