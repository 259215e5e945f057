// SPDX-License-Identifier: Apache-2.0
#include "harness/submission/worker/spawn.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <stdexcept>

namespace warpgrade::worker {
namespace {

/// posix_spawn's lists, freed with the object.
class Plan {
 public:
  explicit Plan(const Program& program) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawnattr_init(&attributes_);
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes_, &signals);
    sigfillset(&signals);
    posix_spawnattr_setsigdefault(&attributes_, &signals);
    const int session = program.own_session ? POSIX_SPAWN_SETSID : 0;
    posix_spawnattr_setflags(
        &attributes_, static_cast<short>(session | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF));
    arrange(program.descriptors);
  }
  ~Plan() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
    for (const int fd : copies_) close(fd);
  }
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  [[nodiscard]] const posix_spawn_file_actions_t* actions() const { return &actions_; }
  [[nodiscard]] const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  /// Copies first, out of the way of the numbers that are wanted.
  void arrange(const std::vector<int>& descriptors) {
    const auto count = static_cast<int>(descriptors.size());
    for (int number = 0; number < count; ++number) {
      const int fd = descriptors[static_cast<std::size_t>(number)];
      if (fd < 0) {
        posix_spawn_file_actions_addopen(&actions_, number, "/dev/null", O_RDWR, 0);
        continue;
      }
      copies_.push_back(fcntl(fd, F_DUPFD_CLOEXEC, count));
      posix_spawn_file_actions_adddup2(&actions_, copies_.back(), number);
    }
    posix_spawn_file_actions_addclosefrom_np(&actions_, count);
  }

  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
  std::vector<int> copies_;
};

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> list;
  list.reserve(texts.size() + 1);
  for (auto& text : texts) list.push_back(text.data());
  list.push_back(nullptr);
  return list;
}

}  // namespace

pid_t spawn(const Program& program) {
  const Plan plan(program);
  auto words = program.arguments;
  words.insert(words.begin(), program.binary.string());
  auto variables = program.environment;
  pid_t pid = -1;
  const int error = posix_spawn(&pid, program.binary.c_str(), plan.actions(), plan.attributes(),
                                pointers(words).data(), pointers(variables).data());
  if (error != 0) {
    throw std::runtime_error(
        fmt::format("cannot start {}: {}", program.binary.string(), std::strerror(error)));
  }
  return pid;
}

}  // namespace warpgrade::worker
