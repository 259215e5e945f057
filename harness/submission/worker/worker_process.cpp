// SPDX-License-Identifier: Apache-2.0
#include "harness/submission/worker/worker_process.hpp"

#include "harness/core/deadline.hpp"
#include "harness/submission/worker/spawn.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace warpgrade::worker {
namespace {

using Clock = std::chrono::steady_clock;

/// How long a process that has said that it is dying may take.
constexpr auto kDyingTime = std::chrono::milliseconds(500);

/// The dynamic loader's exit status where a program cannot be loaded.
constexpr int kNotLoadedStatus = 127;

struct Pair {
  int ours = -1;
  int theirs = -1;
};

[[noreturn]] void fail(const char* what) {
  throw std::runtime_error(
      fmt::format("cannot start a worker: {}: {}", what, std::strerror(errno)));
}

Pair call_sockets() {
  std::array<int, 2> fds{};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fds.data()) != 0) fail("socketpair");
  return {fds[0], fds[1]};
}

Pair output_pipe() {
  std::array<int, 2> fds{};
  if (pipe2(fds.data(), O_CLOEXEC) != 0) fail("pipe");
  fcntl(fds[0], F_SETFL, O_NONBLOCK);
  return {fds[0], fds[1]};
}

void close_if_open(int& fd) {
  if (fd >= 0) close(std::exchange(fd, -1));
}

/// The worker's own words: up to the first NUL, on one line.
std::string text_of(const ReplyMessage& reply) {
  const auto end = std::ranges::find(reply.text, '\0');
  std::string text(reply.text.begin(), end);
  std::ranges::replace_if(
      text, [](unsigned char c) { return c < ' ' || c == 0x7f; }, ' ');
  return text;
}

/// `end`, whatever became of the process once it had said why it ends.
CallEnd ended_as(CallEnd end, int signal, int exit_status) {
  end.signal = signal;
  end.exit_status = exit_status;
  return end;
}

}  // namespace

WorkerProcess WorkerProcess::start(const Options& options) {
  WorkerProcess worker;
  int device_fd = options.device_fd;
  auto call = call_sockets();
  worker.call_fd_ = call.ours;
  auto output = output_pipe();
  worker.printed_ = Printed(output.ours);
  const auto close_theirs = [&] {
    for (int* fd : {&call.theirs, &output.theirs, &device_fd}) close_if_open(*fd);
  };
  try {
    worker.pid_ =
        spawn({.binary = options.binary,
               .arguments = {std::filesystem::absolute(options.cudart).string(),
                             std::filesystem::absolute(options.library).string(),
                             std::to_string(getpid())},
               .environment = {fmt::format("{}={}", kDeviceFdVariable, kDeviceFd)},
               .descriptors = {-1, output.theirs, output.theirs, call.theirs, device_fd}});
  } catch (...) {
    close_theirs();
    throw;
  }
  close_theirs();
  worker.process_fd_ = static_cast<int>(syscall(SYS_pidfd_open, worker.pid_, 0));
  if (worker.process_fd_ < 0) fail("pidfd_open");
  return worker;
}

WorkerProcess::WorkerProcess(WorkerProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      process_fd_(std::exchange(other.process_fd_, -1)),
      call_fd_(std::exchange(other.call_fd_, -1)),
      printed_(std::move(other.printed_)),
      sandboxed_(other.sandboxed_),
      loaded_(other.loaded_),
      sequence_(other.sequence_) {}

WorkerProcess::~WorkerProcess() {
  kill();
  close_if_open(process_fd_);
  close_if_open(call_fd_);
}

void WorkerProcess::kill() { crash({}); }

std::string WorkerProcess::take_printed() {
  printed_.drain();
  return printed_.take();
}

CallEnd WorkerProcess::crash(std::string text) {
  CallEnd end;
  end.kind = CallEnd::Kind::crashed;
  end.text = std::move(text);
  if (pid_ < 0) return end;
  const bool exited = [&] {
    pollfd item{process_fd_, POLLIN, 0};
    return poll(&item, 1, 0) > 0;
  }();
  ::kill(-pid_, SIGKILL);  // The group: children too.
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  if (!exited) return end;
  if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
  if (WIFEXITED(status)) end.exit_status = WEXITSTATUS(status);
  return end;
}

CallEnd WorkerProcess::limit(CallEnd::Kind kind) {
  kill();
  CallEnd end;
  end.kind = kind;
  return end;
}

CallEnd WorkerProcess::call(std::span<const std::uint64_t> arguments, double seconds) {
  assert(arguments.size() <= kMostArguments);
  if (pid_ < 0) return crash("the worker has already ended");
  const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                           std::chrono::duration<double>(seconds));
  if (auto end = load(deadline)) return *end;
  ReplyMessage early;
  if (recv(call_fd_, &early, sizeof early, MSG_DONTWAIT | MSG_PEEK) > 0) {
    return crash("the worker answered before it was asked");
  }
  CallMessage message;
  message.sequence = ++sequence_;
  std::ranges::copy(arguments, message.arguments.begin());
  // Fails only where the process has gone, which is then found below.
  [[maybe_unused]] const auto sent =
      send(call_fd_, &message, sizeof message, MSG_NOSIGNAL | MSG_DONTWAIT);
  if (auto end = expect(ReplyKind::returned, sequence_, deadline)) return *end;
  printed_.drain();
  return printed_.too_much() ? limit(CallEnd::Kind::output_limit) : CallEnd{};
}

std::optional<CallEnd> WorkerProcess::load(Deadline deadline) {
  if (!sandboxed_) {
    if (auto end = expect(ReplyKind::sandboxed, 0, deadline)) return end;
    sandboxed_ = true;
  }
  if (!loaded_) {
    if (auto end = expect(ReplyKind::ready, 0, deadline)) return end;
    loaded_ = true;
  }
  return {};
}

std::optional<CallEnd> WorkerProcess::expect(ReplyKind kind, std::uint64_t sequence,
                                             Deadline deadline) {
  ReplyMessage reply;
  if (auto end = receive(reply, deadline)) return end;
  if (reply.kind == kind && reply.sequence == sequence) return {};
  return unexpected(reply);
}

CallEnd WorkerProcess::unexpected(const ReplyMessage& reply) {
  if (reply.kind == ReplyKind::failed && !sandboxed_) {
    kill();
    throw std::runtime_error(text_of(reply));
  }
  switch (reply.kind) {
    case ReplyKind::threw:  // What an exception that nobody catches comes to.
      return ended_as(crash(text_of(reply)), SIGABRT, 0);
    case ReplyKind::not_loaded:
      return ended_as(crash(text_of(reply)), 0, kNotLoadedStatus);
    case ReplyKind::fault: {
      pollfd item{process_fd_, POLLIN, 0};
      poll(&item, 1, milliseconds_until(Clock::now() + kDyingTime));
      auto end = crash({});
      end.signal = end.signal == 0 ? reply.signal : end.signal;
      end.fault_address = reply.address;
      return end;
    }
    default:
      return crash("the worker sent what it was not asked for");
  }
}

std::optional<CallEnd> WorkerProcess::receive(ReplyMessage& reply, Deadline deadline) {
  for (;;) {
    // poll() leaves negative descriptors out.
    std::array items{pollfd{call_fd_, POLLIN, 0}, pollfd{process_fd_, POLLIN, 0},
                     pollfd{printed_.fd(), POLLIN, 0}};
    const int ready = poll(items.data(), items.size(), milliseconds_until(deadline));
    if (ready < 0 && errno != EINTR) return crash("the worker could not be waited for");
    if (ready == 0) return limit(CallEnd::Kind::time_limit);
    if (ready < 0) continue;
    printed_.drain();
    if (printed_.too_much()) return limit(CallEnd::Kind::output_limit);
    if (items[0].revents != 0) return take_reply(reply);
    if (items[1].revents != 0) return crash({});
  }
}

std::optional<CallEnd> WorkerProcess::take_reply(ReplyMessage& reply) {
  const auto got = recv(call_fd_, &reply, sizeof reply, MSG_DONTWAIT | MSG_TRUNC);
  if (got == static_cast<ssize_t>(sizeof reply)) return {};
  if (got > 0) return crash("the worker sent what it was not asked for");
  // The process closed its end: by ending, as a rule.
  pollfd item{process_fd_, POLLIN, 0};
  const bool ended = poll(&item, 1, milliseconds_until(Clock::now() + kDyingTime)) > 0;
  return crash(ended ? "" : "the worker closed its channel and lived on");
}

}  // namespace warpgrade::worker
