// SPDX-License-Identifier: Apache-2.0
// The grader's handle of a worker: the process in which the learner's host code runs.
#pragma once

#include "harness/submission/worker/messages.hpp"
#include "harness/submission/worker/printed.hpp"

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

namespace warpgrade::worker {

/// How one call of solve() ended. All but `kind` comes from the learner's process and only
/// explains.
struct CallEnd {
  enum class Kind { returned, crashed, time_limit, output_limit };
  Kind kind = Kind::returned;
  int signal = 0;                   ///< Of a crash; 0: the process exited by itself.
  int exit_status = 0;              ///< Of an exit.
  std::uint64_t fault_address = 0;  ///< Of SIGSEGV and SIGBUS; 0: unknown.
  std::string text;  ///< One line, or empty: an exception's what(), why loading failed.
};

/// A worker. Ends with this object and with the thread that started it, whichever comes first.
class WorkerProcess {
 public:
  struct Options {
    std::filesystem::path binary;   ///< warpgrade-worker
    std::filesystem::path cudart;   ///< The replacement runtime.
    std::filesystem::path library;  ///< The submission, with warpgrade_solve().
    int device_fd = -1;             ///< Connection to the device server; taken over. -1: none.
  };

  /// Starts the process and waits for nothing: what the submission does while it is loaded counts
  /// as part of the first call.
  /// @throws std::runtime_error if the process cannot be started, naming the binary and why.
  static WorkerProcess start(const Options& options);

  WorkerProcess(WorkerProcess&& other) noexcept;
  WorkerProcess& operator=(WorkerProcess&&) = delete;
  ~WorkerProcess();

  /// Runs solve() once. After anything but `returned` the worker is dead.
  /// @param arguments  Device addresses and sizes in the order of its parameters, at most
  /// kMostArguments.
  /// @param seconds  Wall-clock limit, loading included where this is the first call.
  /// @throws std::runtime_error if the worker could not set itself up (no fault of the submission).
  CallEnd call(std::span<const std::uint64_t> arguments, double seconds);

  /// What was printed since the last call of this, capped (printed.hpp).
  std::string take_printed();

  /// Kills and reaps the process and its group. Harmless if it has ended.
  void kill();
  [[nodiscard]] pid_t pid() const { return pid_; }

 private:
  using Deadline = std::chrono::steady_clock::time_point;
  WorkerProcess() = default;

  /// Waits for a reply of this kind and sequence number; anything else ends the call.
  std::optional<CallEnd> expect(ReplyKind kind, std::uint64_t sequence, Deadline deadline);
  /// The next reply, or how the process ended instead.
  std::optional<CallEnd> receive(ReplyMessage& reply, Deadline deadline);
  std::optional<CallEnd> take_reply(ReplyMessage& reply);
  std::optional<CallEnd> load(Deadline deadline);
  CallEnd unexpected(const ReplyMessage& reply);
  CallEnd limit(CallEnd::Kind kind);
  /// The end of a process that is dying or broke the rules: killed if need be, reaped.
  CallEnd crash(std::string text);

  pid_t pid_ = -1;  ///< -1: reaped.
  int process_fd_ = -1;
  int call_fd_ = -1;
  Printed printed_;
  bool sandboxed_ = false;
  bool loaded_ = false;
  std::uint64_t sequence_ = 0;
};

}  // namespace warpgrade::worker
