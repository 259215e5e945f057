// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <array>
#include <filesystem>
#include <string>
#include <vector>

namespace warpgrade::worker {

/// A program to start with exactly these descriptors and this environment.
struct Program {
  std::filesystem::path binary;
  std::vector<std::string> arguments;    ///< Without the program's name.
  std::vector<std::string> environment;  ///< "NAME=value"
  std::vector<int> descriptors;          ///< Number i of the child; -1 is /dev/null.
  bool own_session = true;               ///< False: it gets the terminal's signals, as we do.
};

/// Starts it; all signals at their defaults, none blocked.
/// @throws std::runtime_error naming the binary and why.
pid_t spawn(const Program& program);

}  // namespace warpgrade::worker
