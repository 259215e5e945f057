// SPDX-License-Identifier: Apache-2.0
#include "harness/device/channel.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/types.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>

namespace warpgrade::device {
namespace {

using Clock = std::chrono::steady_clock;

/// Milliseconds until `deadline`, rounded up, never negative.
int milliseconds_until(Clock::time_point deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, 1'000'000'000));
}

bool wait_readable(int fd, Clock::time_point deadline) {
  for (;;) {
    pollfd item{fd, POLLIN, 0};
    const auto ready = poll(&item, 1, milliseconds_until(deadline));
    if (ready > 0) return true;
    if (ready == 0) return false;
    if (errno != EINTR) return false;
  }
}

}  // namespace

bool send_all(int fd, std::span<const std::byte> first, std::span<const std::byte> second) {
  while (!first.empty() || !second.empty()) {
    std::array<iovec, 2> parts{{{const_cast<std::byte*>(first.data()), first.size()},
                                {const_cast<std::byte*>(second.data()), second.size()}}};
    msghdr message{};
    message.msg_iov = parts.data();
    message.msg_iovlen = parts.size();
    const auto sent = sendmsg(fd, &message, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    const auto of_first = std::min(first.size(), static_cast<std::size_t>(sent));
    first = first.subspan(of_first);
    second = second.subspan(static_cast<std::size_t>(sent) - of_first);
  }
  return true;
}

bool receive_all(int fd, std::span<std::byte> data, double seconds) {
  const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                           std::chrono::duration<double>(seconds));
  while (!data.empty()) {
    if (seconds > 0 && !wait_readable(fd, deadline)) return false;
    const auto got = recv(fd, data.data(), data.size(), 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    data = data.subspan(static_cast<std::size_t>(got));
  }
  return true;
}

}  // namespace warpgrade::device
