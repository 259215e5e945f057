// SPDX-License-Identifier: Apache-2.0
// What one solve() had a device do, kept so that it can be done again.
#pragma once

#include "harness/device/device.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace warpgrade::device {

struct CopyAction {
  std::uint64_t to = 0;
  std::uint64_t from = 0;
  std::uint64_t bytes = 0;
};

struct FillAction {
  std::uint64_t address = 0;
  std::uint32_t value = 0;
  std::uint32_t element_bytes = 4;
  std::uint64_t count = 0;
};

struct UploadAction {
  std::uint64_t address = 0;
  std::vector<std::byte> data;
};

using Action = std::variant<LaunchRequest, CopyAction, FillAction, UploadAction>;

/// Collects actions between begin() and end(), in bounded memory. Pure.
class Recording {
 public:
  static constexpr std::size_t kMaxActions = 4096;
  static constexpr std::size_t kMaxUploadBytes = std::size_t{64} << 20;

  /// Drops what was there and starts.
  void begin();
  /// Drops what was there.
  void drop();
  /// Stops. Returns why the actions cannot be replayed, in one line; empty if they can.
  std::string end();

  [[nodiscard]] bool running() const { return running_; }
  /// True from begin() on, until it is dropped: memory that the actions name must not be reused.
  [[nodiscard]] bool alive() const { return alive_; }
  /// What replay carries out; empty unless end() found no problem.
  [[nodiscard]] std::span<const Action> actions() const;

  // Nothing happens unless it is running.
  void add(Action action);
  /// The host read device memory: whatever it asks for afterwards may depend on what it saw.
  void read_back();
  /// Something that replaying cannot repeat was asked for; the first reason is kept.
  void spoil(std::string reason);

 private:
  std::vector<Action> actions_;
  std::size_t upload_bytes_ = 0;
  bool running_ = false;
  bool alive_ = false;
  bool read_back_ = false;
  std::string problem_;
};

}  // namespace warpgrade::device
