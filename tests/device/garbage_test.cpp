// SPDX-License-Identifier: Apache-2.0
// A hostile peer on the client connection costs only itself (F33, F34 of the fault list).
#include "harness/device/client.hpp"
#include "harness/device/messages.hpp"
#include "tests/device/fake_device.hpp"
#include "tests/device/served.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

namespace warpgrade::device {
namespace {

using Random = std::mt19937_64;

void append(std::vector<std::byte>& to, const wire::Header& header) {
  const auto bytes = std::as_bytes(std::span(&header, 1));
  to.insert(to.end(), bytes.begin(), bytes.end());
}

/// A message with a mostly honest header and a random body of small numbers, the likeliest to be
/// taken for counts, sizes and enumerators.
std::vector<std::byte> wild_message(Random& random) {
  const auto bytes = static_cast<std::uint32_t>(random() % 96);
  const auto code = static_cast<std::uint32_t>(random() % (wire::kOpcodes + 1));
  std::vector<std::byte> message;
  append(message, {bytes, code});
  const bool small = random() % 2 == 0;
  for (std::uint32_t i = 0; i < bytes; ++i) {
    const auto value = random();
    message.push_back(static_cast<std::byte>(small && i % 8 != 0 ? 0 : value % (small ? 32 : 256)));
  }
  return message;
}

/// Everything that has arrived on `fd` is thrown away.
void drain(int fd) {
  std::array<char, 4096> buffer{};
  while (recv(fd, buffer.data(), buffer.size(), MSG_DONTWAIT) > 0) {
  }
}

bool send_everything(int fd, const std::vector<std::byte>& data) {
  return send(fd, data.data(), data.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(data.size());
}

/// Waits for an answer; true if it is the end of the connection (a reset, where bytes were left
/// unread).
bool hung_up(int fd) {
  char byte = 0;
  return recv(fd, &byte, 1, 0) <= 0;
}

TEST(Garbage, AHundredThousandWildMessagesLeaveTheServerServing) {
  Random random(20240607);
  FakeDevice device;
  int sent = 0;
  int connections = 0;
  while (sent < 100'000) {
    ++connections;
    Served served(device);
    for (; sent < 100'000; ++sent) {
      if (!send_everything(served.client, wild_message(random))) break;
      drain(served.client);
    }
    Client control(served.control);
    ASSERT_EQ(control.synchronize(), Status::success);
    served.stop();
    device.calls.clear();
    device.bytes.resize(64);
  }
  EXPECT_GT(connections, 100);  // Most garbage ends its connection.
}

TEST(Garbage, RandomBytesEndTheConnection) {
  Random random(7);
  for (int round = 0; round < 200; ++round) {
    FakeDevice device;
    Served served(device);
    std::vector<std::byte> bytes(64 + random() % 1000);
    std::ranges::generate(bytes, [&] { return static_cast<std::byte>(random() | 0x40U); });
    send_everything(served.client, bytes);
    EXPECT_TRUE(hung_up(served.client));
    EXPECT_EQ(Client(served.control).synchronize(), Status::success);
  }
}

TEST(Garbage, ASizeBeyondTheLimitEndsTheConnection) {
  FakeDevice device;
  Served served(device);
  std::vector<std::byte> message;
  append(message, {static_cast<std::uint32_t>(wire::kMaxRequestBytes + 1), 0});
  send_everything(served.client, message);
  EXPECT_TRUE(hung_up(served.client));
  EXPECT_EQ(Client(served.control).synchronize(), Status::success);
}

TEST(Garbage, AHalfSentMessageBlocksNobodyAndIsUnderstoodLater) {
  FakeDevice device;
  Served served(device);
  wire::Writer body;
  body(std::string_view("cudaFoo"));
  std::vector<std::byte> message;
  append(message, {static_cast<std::uint32_t>(body.bytes().size()),
                   static_cast<std::uint32_t>(wire::Opcode::note_unsupported)});
  message.insert(message.end(), body.bytes().begin(), body.bytes().end());
  Client control(served.control);
  for (const auto byte : message) {
    EXPECT_TRUE(device.calls.empty() || device.calls.back() == "synchronize");
    send_everything(served.client, {byte});
    EXPECT_EQ(control.synchronize(), Status::success);
  }
  EXPECT_EQ(Client(served.client).clock_seconds(),
            0);  // The reply of note_unsupported is no double.
  served.stop();
  EXPECT_NE(std::ranges::find(device.calls, "cudaFoo"), device.calls.end());
}

TEST(Garbage, AClientThatReadsNoReplyIsNotReadFromEither) {
  FakeDevice device;
  device.bytes.resize(wire::kChunkBytes);
  Served served(device);
  wire::Writer body;
  body(FakeDevice::kBase, std::uint64_t{wire::kChunkBytes});
  std::vector<std::byte> message;
  append(message, {static_cast<std::uint32_t>(body.bytes().size()),
                   static_cast<std::uint32_t>(wire::Opcode::download)});
  message.insert(message.end(), body.bytes().begin(), body.bytes().end());
  for (int i = 0; i < 100; ++i) send_everything(served.client, message);
  Client control(served.control);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(control.synchronize(), Status::success);
  served.stop();
  EXPECT_LE(std::ranges::count(device.calls, "download"), 1);
}

TEST(Garbage, ARepliesLieEndsTheClientNotTheCaller) {
  const auto fds = socket_pair();
  std::vector<std::byte> reply;
  append(reply, {static_cast<std::uint32_t>(wire::kMaxReplyBytes + 1), 0});
  send_everything(fds[1], reply);
  Client client(fds[0]);
  std::uint64_t address = 3;
  EXPECT_EQ(client.allocate(Owner::submission, 1, address), Status::unknown);
  EXPECT_EQ(address, 3U);
  EXPECT_FALSE(client.connected());
  close(fds[0]);
  close(fds[1]);
}

}  // namespace
}  // namespace warpgrade::device
