// SPDX-License-Identifier: Apache-2.0
#include "harness/device/client.hpp"

#include "harness/device/channel.hpp"
#include "harness/device/client_call.hpp"

#include <algorithm>
#include <cstring>

namespace warpgrade::device {

using wire::Opcode;
using wire::Reader;
using wire::Writer;

Status Client::exchange(Opcode opcode, const Writer& arguments, std::span<const std::byte> payload,
                        int* descriptor) const {
  if (!connected_) return Status::unknown;
  const auto body = arguments.bytes();
  if (body.size() + payload.size() > wire::kMaxRequestBytes) return Status::invalid_value;
  const wire::Header header{static_cast<std::uint32_t>(body.size() + payload.size()),
                            static_cast<std::uint32_t>(opcode)};
  std::vector<std::byte> head(sizeof header + body.size());
  std::memcpy(head.data(), &header, sizeof header);
  std::ranges::copy(body, head.begin() + sizeof header);
  return send_all(fd_, head, payload) ? receive_reply(descriptor) : lose();
}

Status Client::receive_reply(int* descriptor) const {
  wire::Header header;
  const auto limit = reply_limit_;
  const auto head = std::as_writable_bytes(std::span(&header, 1));
  if (!receive_all(fd_, head, limit, descriptor)) return lose();
  if (header.bytes > wire::kMaxReplyBytes) return lose();
  reply_.resize(header.bytes);
  if (!receive_all(fd_, reply_, limit)) return lose();
  return static_cast<Status>(header.code);
}

Status Client::lose() const {
  connected_ = false;
  return Status::unknown;
}

bool Client::connected() const {
  const std::lock_guard lock(mutex_);
  return connected_;
}

void Client::set_reply_limit(double seconds) {
  const std::lock_guard lock(mutex_);
  reply_limit_ = seconds;
}

const DeviceInfo& Client::info() const {
  const std::lock_guard lock(mutex_);
  if (!have_info_) have_info_ = call(Opcode::info, pack(), info_) == Status::success;
  return info_;
}

void Client::set_options(const RunOptions& options) {
  const std::lock_guard lock(mutex_);
  call(Opcode::set_options, pack(options));
}

Status Client::load_module(std::span<const std::byte> fatbin, ModuleId& module) {
  const std::lock_guard lock(mutex_);
  if (fatbin.size() > wire::kChunkBytes) return Status::invalid_kernel_image;
  const auto status = exchange(Opcode::load_module, pack(std::uint64_t{fatbin.size()}), fatbin);
  if (status != Status::success) return status;
  Reader reader(reply_);
  reader(module);
  return reader.finished() ? status : lose();
}

Status Client::unload_module(ModuleId module) {
  const std::lock_guard lock(mutex_);
  return call(Opcode::unload_module, pack(module));
}

Status Client::kernel_info(ModuleId module, std::string_view kernel, KernelInfo& info) {
  const std::lock_guard lock(mutex_);
  return call(Opcode::kernel_info, pack(module, kernel), info);
}

Status Client::set_max_dynamic_shared(ModuleId module, std::string_view kernel,
                                      std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  return call(Opcode::set_max_dynamic_shared, pack(module, kernel, bytes));
}

Status Client::variable(ModuleId module, std::string_view name, std::uint64_t& address,
                        std::uint64_t& bytes) {
  const std::lock_guard lock(mutex_);
  return call(Opcode::variable, pack(module, name), address, bytes);
}

Status Client::launch(const LaunchRequest& request) {
  const std::lock_guard lock(mutex_);
  return call(Opcode::launch, pack(request));
}

Status Client::synchronize() {
  const std::lock_guard lock(mutex_);
  return call(Opcode::synchronize, pack());
}

Status Client::reset() {
  const std::lock_guard lock(mutex_);
  return call(Opcode::reset, pack());
}

void Client::note_unsupported(std::string_view name) {
  const std::lock_guard lock(mutex_);
  call(Opcode::note_unsupported, pack(name));
}

double Client::clock_seconds() const {
  const std::lock_guard lock(mutex_);
  double seconds = 0;
  call(Opcode::clock_seconds, pack(), seconds);
  return seconds;
}

std::string Client::take_printed() {
  const std::lock_guard lock(mutex_);
  std::string text;
  call(Opcode::take_printed, pack(), text);
  return text;
}

Evidence Client::take_evidence() {
  const std::lock_guard lock(mutex_);
  Evidence evidence;
  call(Opcode::take_evidence, pack(), evidence);
  return evidence;
}

void Client::begin_recording() {
  const std::lock_guard lock(mutex_);
  call(Opcode::begin_recording, pack());
}

Status Client::end_recording(std::string& problem) {
  const std::lock_guard lock(mutex_);
  return call(Opcode::end_recording, pack(), problem);
}

Status Client::replay(bool cold, Replay& result) {
  const std::lock_guard lock(mutex_);
  return call(Opcode::replay, pack(cold), result);
}

}  // namespace warpgrade::device
