// SPDX-License-Identifier: Apache-2.0
#include "harness/device/process.hpp"

#include <fcntl.h>
#include <linux/close_range.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace warpgrade::device {
namespace {

// Where the child finds its descriptors.
constexpr int kChildControl = 3;
constexpr int kChildClient = 4;
constexpr int kChildReport = 5;  ///< Close-on-exec: says why exec failed, or closes.
constexpr int kChildLast = 5;

/// A descriptor that closes itself.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() { reset(); }
  [[nodiscard]] int get() const { return fd_; }
  int release() { return std::exchange(fd_, -1); }
  void reset() {
    if (fd_ >= 0) close(fd_);
    fd_ = -1;
  }

 private:
  int fd_ = -1;
};

struct Pair {
  Descriptor ours;
  Descriptor theirs;
};

[[noreturn]] void fail(const std::string& what, int error) {
  throw std::runtime_error("cannot start the device server: " + what + ": " + std::strerror(error));
}

Pair socket_pair() {
  std::array<int, 2> fds{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds.data()) != 0)
    fail("socketpair", errno);
  return {Descriptor(fds[0]), Descriptor(fds[1])};
}

Pair pipe_pair() {
  std::array<int, 2> fds{};
  if (pipe2(fds.data(), O_CLOEXEC) != 0) fail("pipe", errno);
  return {Descriptor(fds[0]), Descriptor(fds[1])};
}

/// Everything that the child needs, made before fork(): after it only async-signal-safe calls are
/// allowed.
struct Launch {
  const char* binary;
  char* const* arguments;
  char* const* environment;
  int control;
  int client;
  int report;
  pid_t parent;
};

/// Moves the descriptors to their places and closes all others. False with errno set.
bool arrange_descriptors(const Launch& launch) {
  // First out of the way of the places, which they may occupy crosswise.
  const int control = fcntl(launch.control, F_DUPFD, kChildLast + 1);
  const int client = fcntl(launch.client, F_DUPFD, kChildLast + 1);
  const int report = fcntl(launch.report, F_DUPFD, kChildLast + 1);
  const int null = open("/dev/null", O_RDWR);
  if (control < 0 || client < 0 || report < 0 || null < 0) return false;
  return dup2(null, STDIN_FILENO) >= 0 && dup2(null, STDOUT_FILENO) >= 0 &&
         dup2(control, kChildControl) >= 0 && dup2(client, kChildClient) >= 0 &&
         dup3(report, kChildReport, O_CLOEXEC) >= 0 && close_range(kChildLast + 1, ~0U, 0) == 0;
}

[[noreturn]] void become_server(const Launch& launch) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != launch.parent) _exit(127);  // It died before prctl().
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  int report = launch.report;
  if (arrange_descriptors(launch)) {
    report = kChildReport;
    execve(launch.binary, launch.arguments, launch.environment);
  }
  const int error = errno;
  [[maybe_unused]] const auto written = write(report, &error, sizeof error);
  _exit(127);
}

/// What the child wrote before exec; 0 if exec worked.
int exec_error(int fd) {
  int error = 0;
  for (;;) {
    const auto got = read(fd, &error, sizeof error);
    if (got < 0 && errno == EINTR) continue;
    return got == sizeof error ? error : 0;
  }
}

void reap(pid_t pid) {
  while (waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
  }
}

pid_t start_child(const Launch& launch) {
  const pid_t pid = fork();
  if (pid == 0) become_server(launch);
  if (pid < 0) fail("fork", errno);
  setpgid(pid, pid);  // Here too, so that kill() finds the group whoever comes first.
  return pid;
}

// What a server of a real GPU must know to find the driver and to use the GPUs it may.
constexpr std::array kForTheDriver{"LD_LIBRARY_PATH",         "CUDA_VISIBLE_DEVICES",
                                   "CUDA_DEVICE_ORDER",       "NVIDIA_VISIBLE_DEVICES",
                                   "CUDA_MPS_PIPE_DIRECTORY", "NVIDIA_DRIVER_CAPABILITIES"};

/// The server's environment: NAME=VALUE.
std::vector<std::string> environment_for(const std::string& device) {
  std::vector<std::string> environment;
  if (device == "emulated") return environment;
  for (const auto* name : kForTheDriver) {
    if (const char* value = std::getenv(name)) {
      environment.push_back(std::string(name) + "=" + value);
    }
  }
  return environment;
}

/// Pointers to the words, with a null behind them, as exec wants them.
std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (auto& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

ServerProcess ServerProcess::start(const Options& options) {
  auto control = socket_pair();
  auto client = socket_pair();
  auto report = pipe_pair();
  std::vector<std::string> words{options.binary.string(),
                                 "--device",
                                 options.device,
                                 "--card",
                                 options.card_file.string(),
                                 "--control-fd",
                                 std::to_string(kChildControl),
                                 "--client-fd",
                                 std::to_string(kChildClient),
                                 "--threads",
                                 std::to_string(options.threads)};
  if (!options.ptxas.empty()) words.insert(words.end(), {"--ptxas", options.ptxas.string()});
  auto environment = environment_for(options.device);
  const auto arguments = pointers_to(words);
  const auto variables = pointers_to(environment);
  const pid_t pid =
      start_child({words[0].c_str(), arguments.data(), variables.data(), control.theirs.get(),
                   client.theirs.get(), report.theirs.get(), getpid()});
  report.theirs.reset();
  if (const int error = exec_error(report.ours.get()); error != 0) {
    reap(pid);
    fail(words[0], error);
  }
  return {pid, control.ours.release(), client.ours.release()};
}

ServerProcess::ServerProcess(ServerProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      control_fd_(std::exchange(other.control_fd_, -1)),
      client_fd_(std::exchange(other.client_fd_, -1)) {}

ServerProcess& ServerProcess::operator=(ServerProcess&& other) noexcept {
  std::swap(pid_, other.pid_);
  std::swap(control_fd_, other.control_fd_);
  std::swap(client_fd_, other.client_fd_);
  return *this;
}

ServerProcess::~ServerProcess() {
  kill();
  if (control_fd_ >= 0) close(control_fd_);
  if (client_fd_ >= 0) close(client_fd_);
}

int ServerProcess::take_client_fd() { return std::exchange(client_fd_, -1); }

bool ServerProcess::alive() {
  if (pid_ < 0) return false;
  const auto ended = waitpid(pid_, nullptr, WNOHANG);
  if (ended == pid_ || (ended < 0 && errno == ECHILD)) pid_ = -1;
  return pid_ >= 0;
}

void ServerProcess::kill() {
  if (pid_ < 0) return;
  ::kill(-pid_, SIGKILL);
  ::kill(pid_, SIGKILL);
  reap(pid_);
  pid_ = -1;
}

}  // namespace warpgrade::device
