// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

namespace warpgrade::device {

/// A device server in a process of its own. It ends with this object, with its control connection,
/// and with the thread that started it, whichever comes first.
class ServerProcess {
 public:
  struct Options {
    std::filesystem::path binary;  ///< warpgrade-device
    std::filesystem::path card_file;
    unsigned threads = 0;             ///< CPU threads of a launch; 0: all.
    std::string device = "emulated";  ///< Or "cuda".
    /// Asked for the registers of an emulated device's kernels; empty: they stay unknown. Only for
    /// programs that are trusted: it reads their PTX.
    std::filesystem::path ptxas = {};
  };

  /// Starts the server; it inherits two sockets and stderr, and an empty environment. A server of a
  /// real GPU keeps what says where the driver is and which GPUs may be used.
  /// @throws std::runtime_error if it cannot be started, naming the binary and why.
  static ServerProcess start(const Options& options);

  ServerProcess(ServerProcess&& other) noexcept;
  ServerProcess& operator=(ServerProcess&& other) noexcept;
  ~ServerProcess();

  /// The grader's end; stays owned by this object. Close-on-exec, blocking.
  [[nodiscard]] int control_fd() const { return control_fd_; }
  /// The worker's end, once; the caller closes it. -1 if it was taken before.
  [[nodiscard]] int take_client_fd();
  /// False once the process has ended.
  [[nodiscard]] bool alive();
  /// Kills and reaps it. Harmless if it has ended.
  void kill();
  [[nodiscard]] pid_t pid() const { return pid_; }

 private:
  ServerProcess(pid_t pid, int control_fd, int client_fd)
      : pid_(pid), control_fd_(control_fd), client_fd_(client_fd) {}

  pid_t pid_ = -1;  ///< -1: reaped.
  int control_fd_ = -1;
  int client_fd_ = -1;
};

}  // namespace warpgrade::device
