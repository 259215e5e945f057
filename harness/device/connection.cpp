// SPDX-License-Identifier: Apache-2.0
#include "harness/device/connection.hpp"

#include "harness/device/channel.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace warpgrade::device {
namespace {

/// Buffers grow by this much ahead of what has come, whatever a header promises.
constexpr std::size_t kStep = std::size_t{1} << 20;

bool would_block() { return errno == EAGAIN || errno == EWOULDBLOCK; }

}  // namespace

void Connection::close() {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
  out_.clear();
  drop_descriptor();
}

void Connection::drop_descriptor() {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

bool Connection::fill(std::size_t wanted) {
  while (filled_ < wanted) {
    const auto room = std::min(wanted, filled_ + kStep);
    if (in_.size() < room) in_.resize(room);
    const auto got = recv(fd_, in_.data() + filled_, room - filled_, MSG_DONTWAIT);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && would_block()) return false;
    if (got <= 0) {
      close();
      return false;
    }
    filled_ += static_cast<std::size_t>(got);
  }
  return true;
}

std::optional<Connection::Message> Connection::receive() {
  wire::Header header;
  if (!fill(sizeof header)) return std::nullopt;
  std::memcpy(&header, in_.data(), sizeof header);
  if (header.bytes > wire::kMaxRequestBytes) {
    close();
    return std::nullopt;
  }
  if (!fill(sizeof header + header.bytes)) return std::nullopt;
  filled_ = 0;
  return Message{header.code, std::span<const std::byte>(in_).subspan(sizeof header, header.bytes)};
}

void Connection::reply(std::uint32_t code, std::span<const std::byte> body, int descriptor) {
  descriptor_ = descriptor;
  const wire::Header header{static_cast<std::uint32_t>(body.size()), code};
  out_.resize(sizeof header + body.size());
  std::memcpy(out_.data(), &header, sizeof header);
  std::ranges::copy(body, out_.begin() + sizeof header);
  sent_ = 0;
  flush();
}

void Connection::flush() {
  while (sent_ < out_.size()) {
    const auto sent = send_with(fd_, std::span(out_).subspan(sent_), descriptor_);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0 && would_block()) return;
    if (sent <= 0) return close();
    drop_descriptor();
    sent_ += static_cast<std::size_t>(sent);
  }
  out_.clear();
}

}  // namespace warpgrade::device
