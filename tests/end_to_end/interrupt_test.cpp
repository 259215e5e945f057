// SPDX-License-Identifier: Apache-2.0
#include "program.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <set>
#include <string>

namespace warpgrade::end_to_end {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr auto kPatience = std::chrono::seconds{60};
constexpr useconds_t kPause = 2000;

struct Process {
  char state = 'X';  ///< As in /proc; X where it is gone.
  pid_t parent = 0;
};

// "pid (any name at all) state parent ..."
Process look_at(pid_t pid) {
  const auto stat = read_file("/proc/" + std::to_string(pid) + "/stat");
  const auto name_end = stat.rfind(')');
  if (name_end == std::string::npos) return {};
  Process process;
  std::istringstream{stat.substr(name_end + 1)} >> process.state >> process.parent;
  return process;
}

std::vector<pid_t> children_of(pid_t parent) {
  std::vector<pid_t> children;
  for (const auto& entry : fs::directory_iterator{"/proc"}) {
    const auto pid = static_cast<pid_t>(std::strtol(entry.path().filename().c_str(), nullptr, 10));
    if (pid > 0 && look_at(pid).parent == parent) children.push_back(pid);
  }
  return children;
}

bool is_dead(pid_t pid) {
  const auto state = look_at(pid).state;
  return state == 'X' || state == 'Z';  // A zombie has ended; who adopted it has not looked yet.
}

class Interrupt : public testing::TestWithParam<int> {};

TEST_P(Interrupt, KillsWhatItStartedAndLeavesNothing) {
  const ScratchFolder scratch;
  const auto file = fs::path{WARPGRADE_SOURCE_DIR} /
                    "tests/submissions/shared_memory/time_limit/infinite-host-loop.cu";
  Program program{
      {"grade", file.string(), "--exercise", "shared_memory"},
      {{"TMPDIR", scratch.path().string()}, {"XDG_CACHE_HOME", ""}, {"HOME", "/dev/null"}}};
  const auto give_up = Clock::now() + kPatience;
  auto children = children_of(program.pid());
  while (children.empty() && Clock::now() < give_up) {
    usleep(kPause);
    children = children_of(program.pid());
  }
  ASSERT_FALSE(children.empty());
  kill(program.pid(), GetParam());
  const auto end = program.wait();
  EXPECT_EQ(end.code, 128 + GetParam());
  EXPECT_EQ(end.out, "");
  for (const auto& entry : fs::directory_iterator{scratch.path()}) {
    EXPECT_TRUE(entry.path().filename().string().starts_with("warpgrade-cache-")) << entry.path();
  }
  while (!std::ranges::all_of(children, is_dead) && Clock::now() < give_up) usleep(kPause);
  EXPECT_TRUE(std::ranges::all_of(children, is_dead));
}

INSTANTIATE_TEST_SUITE_P(All, Interrupt, testing::Values(SIGINT, SIGTERM, SIGHUP),
                         [](const auto& signal) {
                           return "Signal" + std::to_string(signal.param);
                         });

}  // namespace
}  // namespace warpgrade::end_to_end
