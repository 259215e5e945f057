// SPDX-License-Identifier: Apache-2.0
#include "harness/device/cuda/printed.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

namespace warpgrade::device::cuda {
namespace {

constexpr std::size_t kMostBytes = std::size_t{64} << 10;

int memory_file(const char* name) {
  const int fd = memfd_create(name, MFD_CLOEXEC);
  if (fd < 0) throw std::system_error(errno, std::generic_category(), "memfd_create");
  return fd;
}

/// Puts `file` in the place of `fd`; returns where `fd` is kept.
int exchange(int fd, int file) {
  const int kept = fcntl(fd, F_DUPFD_CLOEXEC, 3);
  dup2(file, fd);
  return kept;
}

void restore(int fd, int kept) {
  if (kept < 0) return;
  dup2(kept, fd);
  close(kept);
}

/// The file's text from its begin; the file is empty then.
std::string take(int file) {
  std::fflush(nullptr);
  std::string text(kMostBytes, '\0');
  const auto got = pread(file, text.data(), text.size(), 0);
  text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  if (!text.empty() && ftruncate(file, 0) == 0) lseek(file, 0, SEEK_SET);
  return text;
}

}  // namespace

Printed::Printed() : output_(memory_file("printed")), errors_(memory_file("errors")) {
  std::fflush(nullptr);
  old_output_ = exchange(STDOUT_FILENO, output_);
  old_errors_ = exchange(STDERR_FILENO, errors_);
}

Printed::~Printed() {
  std::fflush(nullptr);
  restore(STDOUT_FILENO, old_output_);
  restore(STDERR_FILENO, old_errors_);
  close(output_);
  close(errors_);
}

std::string Printed::take_output() { return take(output_); }

std::string Printed::take_errors() { return take(errors_); }

}  // namespace warpgrade::device::cuda
