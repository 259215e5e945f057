// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/cli/scratch.hpp"

namespace warpgrade::cli {

/// A temporary folder for what follows, and a clean end: from here on SIGINT, SIGTERM and SIGHUP
/// kill every process below this one, remove the folder and end with exit code 128 + signal.
/// SIGPIPE no longer kills: a write to a dead child is an error like others. Make it before the
/// first thread or child; signals stay so after it. Its end does not return once a signal came:
/// what is said of the children after it is never said of children that the signal killed.
class CleanEnd {
 public:
  /// @throws std::runtime_error if the folder cannot be made.
  CleanEnd();
  ~CleanEnd();
  CleanEnd(const CleanEnd&) = delete;
  CleanEnd& operator=(const CleanEnd&) = delete;

 private:
  bool blocked_;  ///< First: a signal that comes while the folder is being made has to wait.
  Scratch scratch_;
};

}  // namespace warpgrade::cli
