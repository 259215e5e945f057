// SPDX-License-Identifier: Apache-2.0
// Starting and ending a server process; /bin programs stand in for the server, which tests/cli runs
// for real.
#include "harness/device/process.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

namespace warpgrade::device {
namespace {

/// A shell script that becomes the server.
class Script {
 public:
  explicit Script(const std::string& lines) {
    std::ofstream(path_) << "#!/bin/sh\n" << lines << "\n";
    std::filesystem::permissions(path_, std::filesystem::perms::owner_all);
  }
  ~Script() { std::filesystem::remove(path_); }
  Script(const Script&) = delete;
  Script& operator=(const Script&) = delete;
  [[nodiscard]] ServerProcess start(const std::string& device = "emulated") const {
    return ServerProcess::start({path_, "card.toml", 2, device});
  }

 private:
  std::filesystem::path path_ = std::filesystem::temp_directory_path() /
                                ("warpgrade_process_test_" + std::to_string(getpid()));
};

/// Everything until the other end closes.
std::string read_all(int fd) {
  std::string text;
  std::array<char, 4096> buffer{};
  for (;;) {
    const auto got = read(fd, buffer.data(), buffer.size());
    if (got <= 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

TEST(Process, GetsItsArgumentsAndAnEmptyEnvironment) {
  setenv("WARPGRADE_SECRET", "seed", 1);
  const Script script(R"(echo "$@" >&3; echo "[$WARPGRADE_SECRET$HOME]" >&3)");
  const auto server = script.start();
  EXPECT_EQ(read_all(server.control_fd()),
            "--device emulated --card card.toml --control-fd 3 --client-fd 4 --threads 2\n[]\n");
}

TEST(Process, AServerOfAGpuKnowsWhereTheDriverIsAndNothingElse) {
  setenv("WARPGRADE_SECRET", "seed", 1);
  setenv("CUDA_VISIBLE_DEVICES", "1", 1);
  const Script script("echo \"[$WARPGRADE_SECRET$HOME$CUDA_VISIBLE_DEVICES]\" >&3");
  const auto server = script.start("cuda");
  unsetenv("CUDA_VISIBLE_DEVICES");
  EXPECT_EQ(read_all(server.control_fd()), "[1]\n");
}

TEST(Process, InheritsTwoSocketsAndNothingElse) {
  const int leaked = open("/dev/null", O_RDONLY);  // On purpose not close-on-exec.
  ASSERT_EQ(dup2(leaked, 50), 50);
  const Script script(
      "cd /proc/$$/fd; for f in 0 1 2 3 4 50; do [ -S $f ] && echo socket $f >&3; done;"
      "[ -e 50 ] && echo leaked >&3; cat <&3 >&4");
  auto server = script.start();
  const int client = server.take_client_fd();
  ASSERT_EQ(write(server.control_fd(), "x", 1), 1);
  shutdown(server.control_fd(), SHUT_WR);
  EXPECT_EQ(read_all(server.control_fd()), "socket 3\nsocket 4\n");
  EXPECT_EQ(read_all(client), "x");
  close(client);
  close(leaked);
  close(50);
}

TEST(Process, TheClientsEndIsGivenAwayOnce) {
  const Script script("cat <&3");
  auto server = script.start();
  const int client = server.take_client_fd();
  EXPECT_GE(client, 0);
  EXPECT_EQ(server.take_client_fd(), -1);
  EXPECT_NE(fcntl(client, F_GETFD) & FD_CLOEXEC, 0);
  EXPECT_NE(fcntl(server.control_fd(), F_GETFD) & FD_CLOEXEC, 0);
  close(client);
}

TEST(Process, KillEndsItAndItsChildren) {
  const Script script("sleep 1000 & echo $! >&3; exec cat <&3");
  auto server = script.start();
  std::array<char, 32> text{};
  ASSERT_GT(read(server.control_fd(), text.data(), text.size()), 0);
  EXPECT_TRUE(server.alive());
  server.kill();
  EXPECT_FALSE(server.alive());
  EXPECT_EQ(server.pid(), -1);
  server.kill();
  // The sleeper held both sockets: they end only when it is gone, too.
  EXPECT_EQ(read_all(server.control_fd()), "");
}

TEST(Process, TheDestructorKills) {
  pid_t pid = -1;
  {
    const Script script("exec cat <&3");
    auto first = script.start();
    auto second = std::move(first);
    EXPECT_TRUE(second.alive());
    pid = second.pid();
  }
  EXPECT_EQ(kill(pid, 0), -1);
  EXPECT_EQ(errno, ESRCH);
}

TEST(Process, AnEndedServerIsNoticed) {
  const Script script("exit 0");
  auto server = script.start();
  EXPECT_EQ(read_all(server.control_fd()), "");
  // The socket closes a moment before the process can be reaped.
  while (server.alive()) std::this_thread::yield();
  EXPECT_FALSE(server.alive());
}

TEST(Process, AMissingBinaryIsAnErrorThatNamesIt) {
  try {
    ServerProcess::start({"/nowhere/warpgrade-device", "card.toml", 0});
    FAIL() << "started";
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(
        std::string(error.what()),
        "cannot start the device server: /nowhere/warpgrade-device: No such file or directory");
  }
}

}  // namespace
}  // namespace warpgrade::device
