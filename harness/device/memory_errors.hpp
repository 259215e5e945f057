// SPDX-License-Identifier: Apache-2.0
// The words for calls on device memory that fail, the same on every device.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace warpgrade::device {

inline constexpr std::string_view kNotYours = "cudaFree of a buffer that belongs to the grader";

/// @param call  "a copy to the device"
std::string no_range(std::string_view call, std::uint64_t address, std::uint64_t bytes);

/// @param limit_bytes  What the submission may hold; 0: there is no limit but the device's.
std::string no_room(std::uint64_t bytes, std::uint64_t used_bytes, std::uint64_t device_bytes,
                    std::uint64_t limit_bytes);

std::string not_an_allocation(std::uint64_t address);

}  // namespace warpgrade::device
