// SPDX-License-Identifier: Apache-2.0
// The device addresses that submissions see: a reservation inside [kDeviceBase, +kDeviceSpan),
// backed by memory piece by piece.
#pragma once

#include "harness/device/address.hpp"
#include "harness/device/cuda/gpu.hpp"

#include <cuda.h>

#include <cstdint>
#include <vector>

namespace warpgrade::device::cuda {

/// Addresses that stand for `__device__` variables, whose real ones the driver chooses (see
/// variables.hpp): the end of the device's range, never reserved.
inline constexpr std::uint64_t kVariableSpan = std::uint64_t{64} << 30;
inline constexpr std::uint64_t kVariableBase = kDeviceBase + kDeviceSpan - kVariableSpan;

class AddressRange {
 public:
  /// @throws NoGpu  if the driver gives none of the addresses, which host code must not be able to
  ///                touch and the runtime tells device pointers by.
  explicit AddressRange(const Gpu& gpu);
  ~AddressRange();
  AddressRange(const AddressRange&) = delete;
  AddressRange& operator=(const AddressRange&) = delete;

  /// Where memory begins and ends so far; all of it can be used.
  [[nodiscard]] std::uint64_t begin() const { return base_; }
  [[nodiscard]] std::uint64_t end() const { return base_ + mapped_; }
  /// Backs at least `bytes` more at end(). False if there is no more memory or address space.
  bool grow(std::uint64_t bytes);

 private:
  bool reserve(std::uint64_t hint, std::uint64_t bytes);
  [[nodiscard]] bool map(std::uint64_t bytes);

  struct Piece {
    std::uint64_t address;
    std::uint64_t bytes;
    CUmemGenericAllocationHandle handle;
  };
  const Gpu& gpu_;
  CUmemAllocationProp properties_{};
  std::uint64_t granularity_ = 0;
  std::uint64_t base_ = 0;
  std::uint64_t reserved_ = 0;
  std::uint64_t mapped_ = 0;
  std::vector<Piece> pieces_;
};

}  // namespace warpgrade::device::cuda
