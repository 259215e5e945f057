// SPDX-License-Identifier: Apache-2.0
#include "harness/submission/compile/command.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>
#include <stdexcept>

namespace warpgrade::compile {
namespace {

using Clock = std::chrono::steady_clock;

// Keeps the head and the tail of what a child prints: a 30 MB error list costs 64 KiB (trust.md
// 50).
class CappedText {
 public:
  void append(const char* data, std::size_t size) {
    const auto to_head = std::min(size, kHalf - head_.size());
    head_.append(data, to_head);
    tail_.append(data + to_head, size - to_head);
    if (tail_.size() > 2 * kHalf) {
      tail_.erase(0, tail_.size() - kHalf);
      cut_ = true;
    }
  }
  [[nodiscard]] std::string text() const {
    return cut_ || tail_.size() > kHalf
               ? head_ + "\n...\n" + tail_.substr(tail_.size() - std::min(tail_.size(), kHalf))
               : head_ + tail_;
  }

 private:
  static constexpr std::size_t kHalf = std::size_t{32} << 10;
  std::string head_;
  std::string tail_;
  bool cut_ = false;
};

void limit(int resource, std::uint64_t value) {
  const rlimit both{value, value};
  setrlimit(static_cast<__rlimit_resource>(resource), &both);
}

std::vector<char*> pointers(const std::vector<std::string>& strings) {
  std::vector<char*> out;
  out.reserve(strings.size() + 1);
  for (const auto& s : strings) out.push_back(const_cast<char*>(s.c_str()));
  out.push_back(nullptr);
  return out;
}

// Between fork and exec: only async-signal-safe calls, so everything is prepared before.
[[noreturn]] void become(const Command& command, char* const* argv, char* const* envp, int output) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const int null = open("/dev/null", O_RDONLY);
  dup2(null, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  close_range(3, ~0U, 0);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, command.file_bytes);
  limit(RLIMIT_CPU, static_cast<std::uint64_t>(std::ceil(command.seconds)) + 1);
  if (command.memory_bytes != 0) limit(RLIMIT_AS, command.memory_bytes);
  if (chdir(command.folder.c_str()) == 0) execve(argv[0], argv, envp);
  constexpr int cannot_execute = 127;
  _exit(cannot_execute);
}

// Reads until every writer has closed the pipe or the deadline has passed; false on the deadline.
bool drain(int pipe, Clock::time_point deadline, CappedText& text) {
  std::array<char, 16384> buffer{};
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
    if (left.count() <= 0) return false;
    pollfd ready{pipe, POLLIN, 0};
    const int polled = poll(&ready, 1, static_cast<int>(left.count()));
    if (polled < 0 && errno != EINTR) return true;
    if (polled <= 0) continue;
    const auto got = read(pipe, buffer.data(), buffer.size());
    if (got == 0 || (got < 0 && errno != EINTR)) return true;
    if (got > 0) text.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

// A child that closes its output and runs on is waited for too, up to the deadline.
bool reap(pid_t child, Clock::time_point deadline, int& status) {
  constexpr useconds_t pause_microseconds = 1000;
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (Clock::now() >= deadline) return false;
    usleep(pause_microseconds);
  }
  return true;
}

}  // namespace

CommandEnd run_command(const Command& command) {
  const auto argv = pointers(command.argv);
  const auto envp = pointers(command.environment);
  std::array<int, 2> pipe_ends{};
  if (pipe2(pipe_ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("cannot make a pipe");
  const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                           std::chrono::duration<double>(command.seconds));
  const pid_t child = fork();
  if (child == 0) become(command, argv.data(), envp.data(), pipe_ends[1]);
  close(pipe_ends[1]);
  if (child < 0) {
    close(pipe_ends[0]);
    throw std::runtime_error(
        fmt::format("cannot start {}: {}", command.argv.front(), std::strerror(errno)));
  }
  setpgid(child, child);
  CappedText text;
  int status = 0;
  const bool in_time = drain(pipe_ends[0], deadline, text) && reap(child, deadline, status);
  kill(-child, SIGKILL);
  if (!in_time) waitpid(child, &status, 0);
  close(pipe_ends[0]);
  CommandEnd end;
  end.timed_out = !in_time;
  end.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  end.exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  end.text = text.text();
  return end;
}

}  // namespace warpgrade::compile
