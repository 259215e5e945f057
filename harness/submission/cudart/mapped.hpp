// SPDX-License-Identifier: Apache-2.0
// Device memory that this process maps: what cudaMallocHost, cudaMallocManaged and __managed__
// variables are made of. It has the same address for kernels and for host code.
#pragma once

#include "harness/device/device.hpp"

#include <cstddef>
#include <cstdint>

namespace warpgrade::cudart {

class MappedMemory {
 public:
  MappedMemory() = default;
  MappedMemory(const MappedMemory&) = delete;
  MappedMemory& operator=(const MappedMemory&) = delete;
  ~MappedMemory();

  /// Whether the device has memory that can be mapped; asks it once.
  bool open(device::Device& device);
  [[nodiscard]] bool holds(const void* pointer) const;
  /// Lets host code at the pages of an allocation. False if the system does not allow it.
  bool show(std::uint64_t address, std::size_t bytes);
  /// Takes them away again: host code that uses them faults.
  void hide(const void* pointer, std::size_t bytes);
  /// Puts the pages at the device's `address` in the place of ordinary memory at `pointer`, a
  /// page's first byte, whose contents they take over. False if the system does not allow it.
  bool put_below(void* pointer, std::uint64_t address, std::size_t bytes);
  /// Undoes put_below(): ordinary memory again, with the contents.
  static bool take_back(void* pointer, std::size_t bytes);

 private:
  device::MappedWindow window_;
  bool asked_ = false;
};

}  // namespace warpgrade::cudart
