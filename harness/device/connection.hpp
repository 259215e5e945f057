// SPDX-License-Identifier: Apache-2.0
// One end of a server's socket: takes bytes as they come, gives whole messages; never blocks.
#pragma once

#include "harness/device/wire.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace warpgrade::device {

class Connection {
 public:
  /// Takes `fd` over.
  explicit Connection(int fd) : fd_(fd) {}
  ~Connection() { close(); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  [[nodiscard]] bool open() const { return fd_ >= 0; }
  [[nodiscard]] int fd() const { return fd_; }
  void close();

  /// A reply is waiting to be sent; no request is read meanwhile.
  [[nodiscard]] bool sending() const { return !out_.empty(); }

  struct Message {
    std::uint32_t code = 0;
    std::span<const std::byte> body;  ///< Valid until the next call of receive().
  };
  /// Reads what is there, at most to the end of one message, and returns that message once it is
  /// complete. The peer's end, an error or a size beyond wire::kMaxRequestBytes closes the
  /// connection.
  std::optional<Message> receive();

  /// Queues a reply and sends as much of it as the socket takes.
  /// @param descriptor  Goes with it and is closed here; -1: none.
  void reply(std::uint32_t code, std::span<const std::byte> body, int descriptor = -1);
  /// Sends more of the queued reply.
  void flush();

 private:
  void drop_descriptor();
  /// Reads up to `wanted` bytes in all into `in_`; true once they are there.
  bool fill(std::size_t wanted);

  int fd_;
  std::vector<std::byte> in_;
  std::size_t filled_ = 0;
  std::vector<std::byte> out_;
  std::size_t sent_ = 0;
  int descriptor_ = -1;  ///< Goes with the first byte of the reply.
};

}  // namespace warpgrade::device
