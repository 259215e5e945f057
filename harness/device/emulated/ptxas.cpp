// SPDX-License-Identifier: Apache-2.0
#include "harness/device/emulated/ptxas.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <thread>
#include <utility>

namespace warpgrade::device::emulated {
namespace {

constexpr std::chrono::seconds kLongest{20};

/// A file without a name, in memory: ptxas reads it as its input or prints into it.
class MemoryFile {
 public:
  MemoryFile() : fd_(memfd_create("ptxas", MFD_CLOEXEC)) {}
  ~MemoryFile() {
    if (fd_ >= 0) close(fd_);
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  [[nodiscard]] int fd() const { return fd_; }

  /// Fills it and goes back to its start. False if there is no room.
  [[nodiscard]] bool fill(std::string_view text) const {
    while (!text.empty()) {
      const auto written = write(fd_, text.data(), text.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) return false;
      text.remove_prefix(static_cast<std::size_t>(written));
    }
    return lseek(fd_, 0, SEEK_SET) == 0;
  }

  [[nodiscard]] std::string read_all() const {
    std::string text;
    std::array<char, 16384> buffer{};
    lseek(fd_, 0, SEEK_SET);
    for (auto got = read(fd_, buffer.data(), buffer.size()); got > 0;
         got = read(fd_, buffer.data(), buffer.size())) {
      text.append(buffer.data(), static_cast<std::size_t>(got));
    }
    return text;
  }

 private:
  int fd_;
};

/// The status of waitpid(), or -1 after the time limit, when the child has been killed.
int wait_for(pid_t pid) {
  const auto deadline = std::chrono::steady_clock::now() + kLongest;
  int status = 0;
  for (;;) {
    const auto ended = waitpid(pid, &status, WNOHANG);
    if (ended == pid) return status;
    if (ended < 0 && errno != EINTR) return -1;
    if (std::chrono::steady_clock::now() >= deadline) break;
    std::this_thread::sleep_for(std::chrono::milliseconds{1});
  }
  kill(pid, SIGKILL);
  waitpid(pid, &status, 0);
  return -1;
}

/// Starts ptxas between the two files; -1 if it cannot be started.
pid_t start(const std::filesystem::path& ptxas, std::uint32_t capability, int input, int output) {
  std::string program = ptxas.string();
  std::string target = fmt::format("-arch=sm_{}", capability);
  std::array<std::string, 4> fixed{"-v", "-", "-o", "/dev/null"};
  std::array<char*, 7> arguments{program.data(),  target.data(),   fixed[0].data(), fixed[1].data(),
                                 fixed[2].data(), fixed[3].data(), nullptr};
  std::array<char*, 1> environment{nullptr};
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, output, STDERR_FILENO);
  posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
  pid_t pid = -1;
  const int failed =
      posix_spawn(&pid, program.c_str(), &files, nullptr, arguments.data(), environment.data());
  posix_spawn_file_actions_destroy(&files);
  return failed == 0 ? pid : -1;
}

/// What stands in `line` between `before` and `after`; empty if one of them is missing.
std::string_view between(std::string_view line, std::string_view before, std::string_view after) {
  const auto at = line.find(before);
  if (at == std::string_view::npos) return {};
  line.remove_prefix(at + before.size());
  const auto end = line.find(after);
  return end == std::string_view::npos ? std::string_view{} : line.substr(0, end);
}

}  // namespace

Registers read_ptxas(std::string_view printed) {
  Registers registers;
  std::string kernel;
  while (!printed.empty()) {
    const auto line = printed.substr(0, printed.find('\n'));
    printed.remove_prefix(std::min(line.size() + 1, printed.size()));
    if (const auto name = between(line, "Compiling entry function '", "'"); !name.empty()) {
      kernel = name;
    }
    const auto number = between(line, ": Used ", " registers");
    std::uint32_t count = 0;
    const auto* const end = number.data() + number.size();
    const bool whole = !number.empty() && std::from_chars(number.data(), end, count).ptr == end;
    if (whole && !kernel.empty()) registers.emplace(std::exchange(kernel, {}), count);
  }
  return registers;
}

Registers ask_ptxas(const std::filesystem::path& ptxas, std::string_view ptx,
                    std::uint32_t capability) {
  const MemoryFile input;
  const MemoryFile output;
  if (input.fd() < 0 || output.fd() < 0 || !input.fill(ptx)) return {};
  const auto pid = start(ptxas, capability, input.fd(), output.fd());
  if (pid < 0 || wait_for(pid) != 0) return {};
  return read_ptxas(output.read_all());
}

}  // namespace warpgrade::device::emulated
