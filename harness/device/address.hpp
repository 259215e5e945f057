// SPDX-License-Identifier: Apache-2.0
// Where device addresses lie. They are numbers: the worker reserves the range without access, so
// host code that dereferences one faults, and the runtime tells device from host pointers by it.
#pragma once

#include <cstdint>

namespace warpgrade::device {

inline constexpr std::uint64_t kDeviceBase = 0x0b00'0000'0000;
inline constexpr std::uint64_t kDeviceSpan = std::uint64_t{1} << 40;

/// Whether `address` can only be a device address.
constexpr bool is_device_address(std::uint64_t address) {
  return address - kDeviceBase < kDeviceSpan;
}

}  // namespace warpgrade::device
