// SPDX-License-Identifier: Apache-2.0
// What a server does for each request: one row a request.
#pragma once

#include "harness/device/device.hpp"
#include "harness/device/messages.hpp"
#include "harness/device/wire.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace warpgrade::device {

/// Who is at the other end of a connection.
enum class Role : std::uint8_t { control, client };

/// What a server remembers beside its device.
struct Session {
  Device& device;
  bool submission_reset = false;  ///< The client asked for a reset since evidence was last taken.
};

/// A reply; `well_formed == false` means there is none and the connection must end.
struct Answer {
  bool well_formed = false;
  Status status = Status::success;
  wire::Writer results;
  int descriptor = -1;  ///< Goes with the reply, whose sender closes it; -1: none.
};

/// Carries out one request.
/// @param code  wire::Opcode, unchecked.
/// @param body  Untrusted bytes.
Answer answer(Session& session, Role role, std::uint32_t code, std::span<const std::byte> body);

}  // namespace warpgrade::device
