// SPDX-License-Identifier: Apache-2.0
#include "harness/device/memory_errors.hpp"

#include <fmt/format.h>

namespace warpgrade::device {

std::string no_range(std::string_view call, std::uint64_t address, std::uint64_t bytes) {
  return fmt::format("{} of {} bytes at {:#x}: they do not lie in one allocation", call, bytes,
                     address);
}

std::string no_room(std::uint64_t bytes, std::uint64_t used_bytes, std::uint64_t device_bytes,
                    std::uint64_t limit_bytes) {
  const auto limit = limit_bytes == 0 ? "" : fmt::format(", a submission may hold {}", limit_bytes);
  return fmt::format("an allocation of {} bytes does not fit: {} are in use, the device has {}{}",
                     bytes, used_bytes, device_bytes, limit);
}

std::string not_an_allocation(std::uint64_t address) {
  return fmt::format("cudaFree of {:#x}, which is no allocation", address);
}

}  // namespace warpgrade::device
