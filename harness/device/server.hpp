// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/device/device.hpp"

namespace warpgrade::device {

/// Answers requests on two connected stream sockets until the control connection closes.
///
/// The control connection (the grader) may ask everything. The client connection (the learner's
/// process) is untrusted: what it allocates is the submission's, it may neither take evidence nor
/// set options, and a malformed or forbidden message, or its end, closes only that connection. A
/// half-sent message blocks nobody; a peer that does not read its replies is not read from.
/// Evidence::device_reset is reported only if the client connection asked for the reset.
/// Takes both descriptors over and closes them.
/// @throws whatever `device` throws, std::bad_alloc aside (that becomes Status::memory_allocation).
void serve(Device& device, int control_fd, int client_fd);

}  // namespace warpgrade::device
