// SPDX-License-Identifier: Apache-2.0
// What kernels print: the driver writes it to this process's standard output (printf) and standard
// error (assert) while the host waits for the kernel.
#pragma once

#include <string>

namespace warpgrade::device::cuda {

/// While it lives, file descriptors 1 and 2 of this process lead into memory.
class Printed {
 public:
  Printed();
  ~Printed();
  Printed(const Printed&) = delete;
  Printed& operator=(const Printed&) = delete;

  /// What was written since the last call, capped; what did not fit is dropped.
  std::string take_output();
  std::string take_errors();

 private:
  int output_ = -1;
  int errors_ = -1;
  int old_output_ = -1;
  int old_errors_ = -1;
};

}  // namespace warpgrade::device::cuda
