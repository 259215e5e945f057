// SPDX-License-Identifier: Apache-2.0
#include "harness/device/recording.hpp"

#include <utility>

namespace warpgrade::device {

void Recording::begin() {
  drop();
  running_ = true;
  alive_ = true;
}

void Recording::drop() { *this = {}; }

std::string Recording::end() {
  if (actions_.empty()) spoil("solve() did nothing on the device");
  running_ = false;
  return problem_;
}

std::span<const Action> Recording::actions() const {
  if (running_ || !problem_.empty()) return {};
  return actions_;
}

void Recording::add(Action action) {
  if (!running_ || !problem_.empty()) return;
  if (read_back_) {
    return spoil("solve() reads device memory and goes on: what it does may depend on what it saw");
  }
  if (const auto* upload = std::get_if<UploadAction>(&action)) upload_bytes_ += upload->data.size();
  if (actions_.size() >= kMaxActions || upload_bytes_ > kMaxUploadBytes) {
    return spoil("solve() does too much to be recorded");
  }
  actions_.push_back(std::move(action));
}

void Recording::read_back() { read_back_ = running_; }

void Recording::spoil(std::string reason) {
  if (running_ && problem_.empty()) problem_ = std::move(reason);
}

}  // namespace warpgrade::device
