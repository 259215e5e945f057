// SPDX-License-Identifier: Apache-2.0
// How a client's methods put a call into words; for client*.cpp alone.
#pragma once

#include "harness/device/client.hpp"

namespace warpgrade::device {

template <class... T>
wire::Writer pack(const T&... values) {
  wire::Writer writer;
  writer(values...);
  return writer;
}

template <class... Results>
Status Client::call(wire::Opcode opcode, const wire::Writer& arguments, Results&... results) const {
  const auto status = exchange(opcode, arguments);
  if (status != Status::success) return status;
  wire::Reader reader(reply_);
  reader(results...);
  return reader.finished() ? status : lose();
}

}  // namespace warpgrade::device
