// SPDX-License-Identifier: Apache-2.0
#include "harness/submission/worker/crash_note.hpp"

#include "harness/submission/worker/messages.hpp"

#include <sys/socket.h>

#include <array>
#include <csignal>
#include <cstddef>
#include <cstdint>

namespace warpgrade::worker {
namespace {

constexpr std::array kFatal{SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGILL};
constexpr std::size_t kStackBytes = 65536;

/// Async-signal-safe. The handler is already back at the default (SA_RESETHAND) and the signal
/// blocked, so what raise() leaves pending ends the process on return.
void note(int signal, siginfo_t* info, void* /*context*/) {
  static ReplyMessage message;
  message.kind = ReplyKind::fault;
  message.signal = signal;
  const bool from_memory = (signal == SIGSEGV || signal == SIGBUS) && info->si_code > 0;
  message.address = from_memory ? reinterpret_cast<std::uintptr_t>(info->si_addr) : 0;
  send(kCallFd, &message, sizeof message, MSG_NOSIGNAL | MSG_DONTWAIT);
  raise(signal);
}

}  // namespace

void install_crash_note() {
  static std::array<std::byte, kStackBytes> memory;
  stack_t stack{};
  stack.ss_sp = memory.data();
  stack.ss_size = memory.size();
  sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_sigaction = note;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | static_cast<int>(SA_RESETHAND);
  for (const int signal : kFatal) sigaction(signal, &action, nullptr);
}

}  // namespace warpgrade::worker
