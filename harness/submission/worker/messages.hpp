// SPDX-License-Identifier: Apache-2.0
// What grader and worker say to each other: fixed-size messages on a SOCK_SEQPACKET socket, so a
// message is there whole or it is garbage. No message can say that a result is right.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace warpgrade::worker {

/// Where the worker finds its descriptors. 0 is /dev/null, 1 and 2 are the pipe that keeps what it
/// prints.
inline constexpr int kCallFd = 3;
inline constexpr int kDeviceFd = 4;
inline constexpr int kLastFd = 4;

/// The environment variable that tells the replacement runtime its connection.
inline constexpr const char* kDeviceFdVariable = "WARPGRADE_DEVICE_FD";

/// The function that the compile step puts round the learner's solve(). It takes the arguments of
/// a CallMessage.
inline constexpr const char* kEntryPoint = "warpgrade_solve";

/// Most parameters of a solve().
inline constexpr std::size_t kMostArguments = 12;

/// Grader to worker: run solve() once.
struct CallMessage {
  std::uint64_t sequence = 0;  ///< 1 for the first call.
  /// Of solve(), in order: device addresses and sizes. Those that it does not have are 0.
  std::array<std::uint64_t, kMostArguments> arguments{};
};

enum class ReplyKind : std::uint32_t {
  failed = 1,  ///< The worker could not set itself up; nothing of the submission ran.
  sandboxed,   ///< The submission is about to be loaded.
  not_loaded,  ///< It could not be.
  ready,       ///< It waits for calls.
  returned,    ///< solve() returned.
  threw,       ///< solve() let an exception out.
  fault,       ///< A signal is about to end the process.
};

/// Worker to grader.
struct ReplyMessage {
  ReplyKind kind = ReplyKind::failed;
  std::int32_t signal = 0;     ///< Of a fault.
  std::uint64_t address = 0;   ///< That a fault was at.
  std::uint64_t sequence = 0;  ///< Of the call that it answers; 0 otherwise.
  std::array<char, 488> text{};
};

}  // namespace warpgrade::worker
