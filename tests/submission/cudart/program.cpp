// SPDX-License-Identifier: Apache-2.0
#include "tests/submission/cudart/program.hpp"

#include "harness/device/server.hpp"
#include "harness/submission/worker/spawn.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <stdexcept>
#include <thread>

namespace warpgrade::cudart {
namespace {

constexpr int kDeviceFd = 3;

std::array<int, 2> stream_sockets() {
  std::array<int, 2> fds{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds.data()) != 0) {
    throw std::runtime_error("socketpair");
  }
  return fds;
}

std::string read_all(int fd) {
  std::string text;
  std::array<char, 4096> part{};
  for (ssize_t got = 0; (got = read(fd, part.data(), part.size())) > 0;) {
    text.append(part.data(), static_cast<std::size_t>(got));
  }
  close(fd);
  return text;
}

}  // namespace

Ran run_program(int device_fd, const std::string& name, const std::vector<std::string>& arguments) {
  const std::filesystem::path build = WARPGRADE_BINARY_DIR;
  std::array<int, 2> output{};
  if (pipe2(output.data(), O_CLOEXEC) != 0) throw std::runtime_error("pipe");
  const pid_t pid =
      worker::spawn({.binary = build / "tests/fixtures/cudart" / name,
                     .arguments = arguments,
                     .environment = {"LD_LIBRARY_PATH=" + (build / "lib").string(),
                                     "WARPGRADE_DEVICE_FD=" + std::to_string(kDeviceFd)},
                     .descriptors = {-1, output[1], output[1], device_fd}});
  close(output[1]);
  close(device_fd);
  Ran ran;
  ran.printed = read_all(output[0]);
  waitpid(pid, &ran.wait_status, 0);
  return ran;
}

Ran run_program(device::Device& device, const std::string& name,
                const std::vector<std::string>& arguments) {
  const auto control = stream_sockets();
  const auto client = stream_sockets();
  std::thread server([&] { device::serve(device, control[1], client[1]); });
  auto ran = run_program(client[0], name, arguments);
  close(control[0]);
  server.join();
  return ran;
}

}  // namespace warpgrade::cudart
