// SPDX-License-Identifier: Apache-2.0
#include "harness/device/channel.hpp"

#include "harness/core/deadline.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/types.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>

namespace warpgrade::device {
namespace {

using Clock = std::chrono::steady_clock;

bool wait_readable(int fd, Clock::time_point deadline) {
  for (;;) {
    pollfd item{fd, POLLIN, 0};
    const auto ready = poll(&item, 1, milliseconds_until(deadline));
    if (ready > 0) return true;
    if (ready == 0) return false;
    if (errno != EINTR) return false;
  }
}

constexpr std::size_t kControlBytes = CMSG_SPACE(sizeof(int));

/// One recv(), with the descriptor that may come with the data.
ssize_t receive_with(int fd, std::span<std::byte> data, int& descriptor) {
  alignas(cmsghdr) std::array<char, kControlBytes> control{};
  iovec part{data.data(), data.size()};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  const auto got = recvmsg(fd, &message, MSG_CMSG_CLOEXEC);
  const auto* const head = got > 0 ? CMSG_FIRSTHDR(&message) : nullptr;
  if (head != nullptr && head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS) {
    std::memcpy(&descriptor, CMSG_DATA(head), sizeof descriptor);
  }
  return got;
}

}  // namespace

ssize_t send_with(int fd, std::span<const std::byte> data, int descriptor) {
  alignas(cmsghdr) std::array<char, kControlBytes> control{};
  iovec part{const_cast<std::byte*>(data.data()), data.size()};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (descriptor >= 0) {
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    auto* const head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof descriptor);
    std::memcpy(CMSG_DATA(head), &descriptor, sizeof descriptor);
  }
  return sendmsg(fd, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
}

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

bool receive_all(int fd, std::span<std::byte> data, double seconds, int* descriptor) {
  const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                           std::chrono::duration<double>(seconds));
  while (!data.empty()) {
    if (seconds > 0 && !wait_readable(fd, deadline)) return false;
    const auto got = descriptor == nullptr ? recv(fd, data.data(), data.size(), 0)
                                           : receive_with(fd, data, *descriptor);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    data = data.subspan(static_cast<std::size_t>(got));
  }
  return true;
}

}  // namespace warpgrade::device
