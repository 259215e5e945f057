// SPDX-License-Identifier: Apache-2.0
#include "harness/device/server.hpp"

#include "harness/device/connection.hpp"
#include "harness/device/requests.hpp"

#include <poll.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <system_error>

namespace warpgrade::device {
namespace {

short events_of(const Connection& connection) { return connection.sending() ? POLLOUT : POLLIN; }

/// Moves one connection on by at most one message.
void advance(Connection& connection, Role role, Session& session) {
  if (connection.sending()) return connection.flush();
  const auto message = connection.receive();
  if (!message) return;
  const auto result = answer(session, role, message->code, message->body);
  if (!result.well_formed) return connection.close();
  connection.reply(static_cast<std::uint32_t>(result.status), result.results.bytes(),
                   result.descriptor);
}

}  // namespace

void serve(Device& device, int control_fd, int client_fd) {
  Connection control(control_fd);
  Connection client(client_fd);
  Session session{device};
  while (control.open()) {
    // poll() passes over a negative descriptor, which a closed connection has.
    std::array<pollfd, 2> items{
        {{control.fd(), events_of(control), 0}, {client.fd(), events_of(client), 0}}};
    if (poll(items.data(), items.size(), -1) < 0) {
      if (errno == EINTR) continue;
      throw std::system_error(errno, std::generic_category(), "poll");
    }
    if (items[0].revents != 0) advance(control, Role::control, session);
    if (items[1].revents != 0 && client.open()) advance(client, Role::client, session);
  }
}

}  // namespace warpgrade::device
