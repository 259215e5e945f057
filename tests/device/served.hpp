// SPDX-License-Identifier: Apache-2.0
// A device served in a thread of the test, with both ends of its connections.
#pragma once

#include "harness/device/client.hpp"
#include "harness/device/server.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <thread>

namespace warpgrade::device {

inline std::array<int, 2> socket_pair() {
  std::array<int, 2> fds{};
  EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds.data()), 0);
  return fds;
}

/// Serves until both test ends are closed (by the destructor at the latest).
class Served {
 public:
  explicit Served(Device& device) {
    const auto control_pair = socket_pair();
    const auto client_pair = socket_pair();
    control = control_pair[0];
    client = client_pair[0];
    thread_ = std::thread(
        [&device, control_pair, client_pair] { serve(device, control_pair[1], client_pair[1]); });
  }
  ~Served() { stop(); }
  Served(const Served&) = delete;
  Served& operator=(const Served&) = delete;

  void close_client() {
    if (client >= 0) close(client);
    client = -1;
  }
  /// After this the device belongs to the test again.
  void stop() {
    close_client();
    if (control >= 0) close(control);
    control = -1;
    if (thread_.joinable()) thread_.join();
  }

  int control = -1;
  int client = -1;

 private:
  std::thread thread_;
};

}  // namespace warpgrade::device
