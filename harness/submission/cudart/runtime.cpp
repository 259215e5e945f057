// SPDX-License-Identifier: Apache-2.0
#include "harness/submission/cudart/runtime.hpp"

#include <fcntl.h>

#include <charconv>
#include <cstdlib>
#include <iterator>
#include <string_view>

namespace warpgrade::cudart {
namespace {

constexpr const char* kFdVariable = "WARPGRADE_DEVICE_FD";

/// The descriptor that the environment names, taken out of it; -1 if there is none that is open.
int take_fd() {
  const char* text = std::getenv(kFdVariable);
  if (text == nullptr) return -1;
  int fd = -1;
  const std::string_view digits = text;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), fd);
  const bool whole = error == std::errc{} && end == digits.data() + digits.size();
  unsetenv(kFdVariable);
  return whole && fcntl(fd, F_GETFD) >= 0 ? fd : -1;
}

}  // namespace

Runtime& Runtime::get() {
  static auto* runtime = new Runtime;
  return *runtime;
}

device::Device* Runtime::device() {
  if (!looked_) {
    looked_ = true;
    if (const int fd = take_fd(); fd >= 0) client_ = std::make_unique<device::Client>(fd);
    for (const auto& call : unreported_) note_unsupported(call.c_str());
  }
  return client_.get();
}

void Runtime::note_unsupported(const char* call) {
  if (!looked_) {
    unreported_.emplace_back(call);
  } else if (client_ != nullptr) {
    client_->note_unsupported(call);
  }
}

cudaError_t Runtime::reset() {
  streams.clear();
  events.clear();
  limits.clear();
  registry.forget_loaded();
  // As on hardware: the reset succeeds, and the process can still not use the device.
  if (fault != cudaSuccess) fault = cudaErrorDevicesUnavailable;
  return static_cast<cudaError_t>(device()->reset());
}

const HostBlock* find_host_block(const Runtime& runtime, const void* pointer) {
  const auto after = runtime.host_blocks.upper_bound(pointer);
  if (after == runtime.host_blocks.begin()) return nullptr;
  const auto& [base, block] = *std::prev(after);
  const auto offset = static_cast<const char*>(pointer) - static_cast<const char*>(base);
  return static_cast<std::size_t>(offset) < block.bytes ? &block : nullptr;
}

}  // namespace warpgrade::cudart
