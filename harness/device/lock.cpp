// SPDX-License-Identifier: Apache-2.0
#include "harness/device/lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <stdexcept>
#include <thread>
#include <utility>

namespace warpgrade::device {
namespace {

constexpr auto kNap = std::chrono::milliseconds(20);
constexpr mode_t kForEverybody = 0666;  // Whoever grades on this machine must be able to lock it.

std::string safe(const std::string& name) {
  std::string text = name;
  std::erase_if(text, [](unsigned char c) { return std::isalnum(c) == 0 && c != '-'; });
  return text;
}

int open_file(const std::filesystem::path& file) {
  const int fd = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, kForEverybody);
  if (fd < 0) {
    throw std::runtime_error(
        fmt::format("cannot open the lock {}: {}", file.string(), std::strerror(errno)));
  }
  [[maybe_unused]] const int changed = fchmod(fd, kForEverybody);  // Past the umask, if it is ours.
  return fd;
}

}  // namespace

Lock Lock::take(const std::filesystem::path& folder, const std::string& name,
                const std::function<void()>& waiting, double seconds) {
  const auto file = folder / fmt::format("warpgrade-{}.lock", safe(name));
  Lock lock(open_file(file));
  const auto start = std::chrono::steady_clock::now();
  bool told = false;
  while (flock(lock.fd_, LOCK_EX | LOCK_NB) != 0) {
    const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - start;
    if (waited.count() > seconds) {
      throw std::runtime_error(
          fmt::format("another grading has been using the GPU for {:.0f} seconds", seconds));
    }
    if (!std::exchange(told, true) && waiting) waiting();
    std::this_thread::sleep_for(kNap);
  }
  return lock;
}

Lock::Lock(Lock&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

Lock& Lock::operator=(Lock&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

Lock::~Lock() {
  if (fd_ >= 0) close(fd_);
}

}  // namespace warpgrade::device
