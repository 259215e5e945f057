// SPDX-License-Identifier: Apache-2.0
#include "harness/submission/worker/printed.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace warpgrade::worker {

Printed::Printed(Printed&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), bytes_(other.bytes_), text_(std::move(other.text_)) {}

Printed& Printed::operator=(Printed&& other) noexcept {
  std::swap(fd_, other.fd_);
  std::swap(bytes_, other.bytes_);
  std::swap(text_, other.text_);
  return *this;
}

Printed::~Printed() {
  if (fd_ >= 0) close(fd_);
}

void Printed::drain() {
  std::array<char, 65536> part{};
  while (fd_ >= 0 && !too_much()) {
    const auto got = read(fd_, part.data(), part.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) return;
    if (got <= 0) {
      close(std::exchange(fd_, -1));
      return;
    }
    const auto bytes = static_cast<std::size_t>(got);
    bytes_ += bytes;
    text_.append(part.data(), std::min(bytes, kKeptBytes - text_.size()));
  }
}

}  // namespace warpgrade::worker
