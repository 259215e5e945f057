// SPDX-License-Identifier: Apache-2.0
// The port, spoken over a socket to a device server. The grader uses it on the control connection,
// the replacement runtime inside the worker on the client connection.
#pragma once

#include "harness/device/device.hpp"
#include "harness/device/messages.hpp"
#include "harness/device/wire.hpp"

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade::device {

/// A Device at the other end of a connected stream socket. Safe to call from several threads: one
/// call at a time. Throws nothing for device errors or a lost connection: that is Status::unknown
/// and connected() == false from then on (void and value calls do nothing and give defaults).
class Client : public Device {
 public:
  /// @param fd  A connected SOCK_STREAM socket in blocking mode; stays the caller's to close.
  explicit Client(int fd) : fd_(fd) {}

  /// False once the server closed the connection, broke the protocol or outlasted the reply limit.
  [[nodiscard]] bool connected() const;
  /// Longest wait for one reply, in seconds; 0 (the default): for ever.
  void set_reply_limit(double seconds);

  [[nodiscard]] const DeviceInfo& info() const override;
  void set_options(const RunOptions& options) override;
  Status allocate(Owner owner, std::uint64_t bytes, std::uint64_t& address) override;
  Status allocate_mapped(Owner owner, std::uint64_t bytes, std::uint64_t& address) override;
  MappedWindow mapped_window() override;
  Status release(Owner owner, std::uint64_t address) override;
  Status upload(std::uint64_t address, std::span<const std::byte> data) override;
  Status download(std::uint64_t address, std::span<std::byte> data) override;
  Status copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes) override;
  Status fill(std::uint64_t address, std::uint32_t value, std::uint32_t element_bytes,
              std::uint64_t count) override;
  Status find(std::uint64_t address, std::uint64_t& base, std::uint64_t& bytes) override;
  Status memory(std::uint64_t& free_bytes, std::uint64_t& total_bytes) override;
  Status load_module(std::span<const std::byte> fatbin, ModuleId& module) override;
  Status unload_module(ModuleId module) override;
  Status kernel_info(ModuleId module, std::string_view kernel, KernelInfo& info) override;
  Status set_max_dynamic_shared(ModuleId module, std::string_view kernel,
                                std::uint64_t bytes) override;
  Status variable(ModuleId module, std::string_view name, std::uint64_t& address,
                  std::uint64_t& bytes) override;
  Status launch(const LaunchRequest& request) override;
  Status synchronize() override;
  Status reset() override;
  void note_unsupported(std::string_view call) override;
  std::string take_printed() override;
  [[nodiscard]] double clock_seconds() const override;
  Evidence take_evidence() override;
  Status allocate_sparse(const SparseBuffer& buffer, std::uint64_t& address) override;
  Status touched(std::uint64_t address, std::vector<Patch>& patches) override;
  Status fill_index(std::uint64_t address, const Formula& formula) override;
  Status count_wrong(std::uint64_t address, const Formula& formula, Movement movement,
                     std::uint64_t& wrong) override;
  void begin_recording() override;
  Status end_recording(std::string& problem) override;
  Status replay(bool cold, Replay& result) override;

 private:
  /// One request and its reply; the results are read only where the status is success.
  template <class... Results>
  Status call(wire::Opcode opcode, const wire::Writer& arguments, Results&... results) const;
  /// Sends, and leaves the reply's body in `reply_`. `payload` follows the arguments in the body.
  Status exchange(wire::Opcode opcode, const wire::Writer& arguments,
                  std::span<const std::byte> payload = {}, int* descriptor = nullptr) const;
  /// @param descriptor  Gets what came with the reply; may be null.
  Status receive_reply(int* descriptor = nullptr) const;
  Status lose() const;

  int fd_;
  double reply_limit_ = 0;
  mutable std::mutex mutex_;
  mutable bool connected_ = true;
  mutable bool have_info_ = false;
  mutable DeviceInfo info_;
  mutable std::vector<std::byte> reply_;
};

}  // namespace warpgrade::device
