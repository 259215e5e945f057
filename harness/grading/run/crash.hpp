// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace warpgrade::run {

/// Where a buffer of a call lies on the device.
struct BufferPlace {
  std::string name;  ///< Of the parameter.
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  std::uint64_t element_bytes = 4;
};

/// One line on how the learner's process ended. What the process says of itself (`text`,
/// `fault_address`) only explains; it decides nothing.
/// @param signal         0 if it exited by itself, then `exit_status` counts.
/// @param fault_address  Address of a SIGSEGV or SIGBUS; 0 if unknown.
/// @param text           What the worker reported, e.g. an exception's text; may be empty.
std::string describe_crash(int signal, int exit_status, std::uint64_t fault_address,
                           std::string_view text, std::span<const BufferPlace> places);

}  // namespace warpgrade::run
