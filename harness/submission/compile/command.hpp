// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace warpgrade::compile {

/// A program to run without a shell, in a process group of its own, stdin closed.
struct Command {
  std::vector<std::string> argv;                       ///< argv[0] is an absolute path.
  std::filesystem::path folder;                        ///< Working directory, HOME and TMPDIR.
  std::vector<std::string> environment;                ///< "NAME=value"; nothing else is inherited.
  double seconds = 60;                                 ///< Wall clock of the whole group.
  std::uint64_t memory_bytes = 0;                      ///< RLIMIT_AS of each process; 0: no limit.
  std::uint64_t file_bytes = std::uint64_t{64} << 20;  ///< RLIMIT_FSIZE.
};

struct CommandEnd {
  bool timed_out = false;
  int signal = 0;  ///< 0: it exited by itself.
  int exit_status = 0;
  std::string text;  ///< stdout and stderr: the first and last parts of at most 64 KiB.
};

/// Runs `command` to its end or to its time limit; then the whole group is killed.
/// @throws std::runtime_error if it cannot be started (names the program).
CommandEnd run_command(const Command& command);

}  // namespace warpgrade::compile
