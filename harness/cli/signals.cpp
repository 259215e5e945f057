// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/signals.hpp"

#include <pthread.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace warpgrade::cli {
namespace {

namespace fs = std::filesystem;

// Held for good by the thread that ends the process. Whoever saw a child die of that cannot get
// past it, so the death never becomes a report.
std::mutex& end_of_process() {
  static std::mutex mutex;
  return mutex;
}

// "pid (any name at all) state ppid ...": the parent follows the last parenthesis. 0 if unreadable.
pid_t parent_of(const fs::path& proc_folder) {
  std::ifstream file{proc_folder / "stat"};
  std::string line;
  std::getline(file, line);
  const auto name_end = line.rfind(')');
  if (name_end == std::string::npos || name_end + 4 > line.size()) return 0;
  return static_cast<pid_t>(std::strtol(line.c_str() + name_end + 4, nullptr, 10));
}

// Every live process by its parent.
std::multimap<pid_t, pid_t> processes() {
  std::multimap<pid_t, pid_t> children;
  std::error_code gone;
  for (const auto& entry : fs::directory_iterator{"/proc", gone}) {
    const auto pid = static_cast<pid_t>(std::strtol(entry.path().filename().c_str(), nullptr, 10));
    if (pid > 0) children.emplace(parent_of(entry.path()), pid);
  }
  return children;
}

void kill_below(pid_t parent, const std::multimap<pid_t, pid_t>& children) {
  const auto [first, last] = children.equal_range(parent);
  for (auto child = first; child != last; ++child) {
    kill_below(child->second, children);
    kill(child->second, SIGKILL);
  }
}

[[noreturn]] void wait_for(const sigset_t& signals, const fs::path& scratch) {
  int signal = 0;
  while (sigwait(&signals, &signal) != 0) {
  }
  end_of_process().lock();
  // Twice: a child that was being forked meanwhile is seen the second time.
  for (int round = 0; round < 2; ++round) kill_below(getpid(), processes());
  std::error_code ignored;
  fs::remove_all(scratch, ignored);
  constexpr int signalled = 128;
  _exit(signalled + signal);
}

sigset_t ending_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, signal);
  return signals;
}

bool block_ending_signals() {
  const auto signals = ending_signals();
  return pthread_sigmask(SIG_BLOCK, &signals, nullptr) == 0;
}

}  // namespace

CleanEnd::CleanEnd() : blocked_{block_ending_signals()} {
  // Grandchildren whose parent dies become ours, so that none is missed.
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  // A handler, not SIG_IGN: what we exec shall have the default again.
  std::signal(SIGPIPE, [](int) {});
  if (blocked_) std::thread{wait_for, ending_signals(), scratch_.folder()}.detach();
}

CleanEnd::~CleanEnd() { const std::lock_guard not_ending{end_of_process()}; }

}  // namespace warpgrade::cli
