// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/signals.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <string>

namespace warpgrade::cli {
namespace {

constexpr int kReported = 3;

/// Waits for a child of its own under a CleanEnd, as a command does. @returns its exit code.
int wait_for_a_child() {
  const CleanEnd clean_end;
  const pid_t child = fork();
  if (child == 0) {
    for (;;) pause();
  }
  return waitpid(child, nullptr, 0) == child ? kReported : 1;
}

bool has_child(pid_t pid) {
  const auto tasks = "/proc/" + std::to_string(pid) + "/task/" + std::to_string(pid) + "/children";
  std::ifstream file{tasks};
  std::string first;
  return static_cast<bool>(file >> first);
}

// The child dies of the signal's thread while that is still at work: no report may come of it.
TEST(CleanEnd, TheDeathOfAKilledChildIsNeverReported) {
  constexpr int rounds = 40;
  for (int round = 0; round < rounds; ++round) {
    const pid_t command = fork();
    ASSERT_GE(command, 0);
    if (command == 0) _exit(wait_for_a_child());
    while (!has_child(command)) usleep(100);
    kill(command, SIGTERM);
    int status = 0;
    ASSERT_EQ(waitpid(command, &status, 0), command);
    ASSERT_TRUE(WIFEXITED(status));
    ASSERT_EQ(WEXITSTATUS(status), 128 + SIGTERM);
  }
}

}  // namespace
}  // namespace warpgrade::cli
