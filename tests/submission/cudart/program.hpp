// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/device/device.hpp"

#include <string>
#include <vector>

namespace warpgrade::cudart {

struct Ran {
  std::string printed;
  int wait_status = 0;  ///< As of waitpid(); 0: exited with 0.
};

/// Runs a program of programs/ against our runtime, which talks to `device`.
Ran run_program(device::Device& device, const std::string& name,
                const std::vector<std::string>& arguments = {});

/// As above, against the server at the other end of `device_fd`, which is closed.
Ran run_program(int device_fd, const std::string& name,
                const std::vector<std::string>& arguments = {});

}  // namespace warpgrade::cudart
