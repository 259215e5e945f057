// SPDX-License-Identifier: Apache-2.0
#include "harness/device/lock.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>

namespace warpgrade::device {
namespace {

class Locks : public testing::Test {
 protected:
  Locks() { std::filesystem::create_directories(folder_); }
  ~Locks() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("warpgrade_lock_" + std::to_string(getpid()));
};

TEST_F(Locks, AreHeldByOneAtATime) {
  int waits = 0;
  const auto wait = [&] { ++waits; };
  auto first = Lock::take(folder_, "GPU-1", wait, 0);
  EXPECT_EQ(waits, 0);
  EXPECT_THROW(Lock::take(folder_, "GPU-1", wait, 0.05), std::runtime_error);
  EXPECT_EQ(waits, 1);
  const auto other = Lock::take(folder_, "GPU-2", wait, 0);
  { const auto gone = std::move(first); }
  const auto again = Lock::take(folder_, "GPU-1", wait, 0);
  EXPECT_EQ(waits, 1);
}

TEST_F(Locks, OfADeadProcessAreFree) {
  int fds[2];
  ASSERT_EQ(pipe(fds), 0);
  const pid_t child = fork();
  if (child == 0) {
    // NOLINTNEXTLINE(clang-analyzer-deadcode.DeadStores): it lives until the process is killed.
    const auto held = Lock::take(folder_, "GPU-1", {}, 0);
    [[maybe_unused]] const auto told = write(fds[1], "x", 1);
    pause();
    _exit(0);
  }
  char byte = 0;
  ASSERT_EQ(read(fds[0], &byte, 1), 1);
  EXPECT_THROW(Lock::take(folder_, "GPU-1", {}, 0), std::runtime_error);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_NO_THROW(Lock::take(folder_, "GPU-1", {}, 1));
  close(fds[0]);
  close(fds[1]);
}

TEST_F(Locks, NamesLeadNowhereElse) {
  const auto lock = Lock::take(folder_, "../../GPU 1", {}, 0);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "warpgrade-GPU1.lock"));
  std::filesystem::create_symlink("/etc/passwd", folder_ / "warpgrade-x.lock");
  EXPECT_THROW(Lock::take(folder_, "x", {}, 0), std::runtime_error);
  EXPECT_THROW(Lock::take("/nowhere", "x", {}, 0), std::runtime_error);
}

}  // namespace
}  // namespace warpgrade::device
