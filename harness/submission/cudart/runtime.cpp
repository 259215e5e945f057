// SPDX-License-Identifier: Apache-2.0
#include "harness/submission/cudart/runtime.hpp"

#include <fcntl.h>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <span>
#include <string_view>

namespace warpgrade::cudart {
namespace {

constexpr const char* kFdVariable = "WARPGRADE_DEVICE_FD";
/// Set by `warpgrade run`; a grader keeps what kernels print as evidence.
constexpr const char* kPrintsVariable = "WARPGRADE_SHOW_PRINTS";

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

/// Where the host waits for the device, what kernels have printed comes out on stdout.
class ShowingClient : public device::Client {
 public:
  using Client::Client;
  device::Status synchronize() override {
    const auto status = Client::synchronize();
    show();
    return status;
  }
  device::Status download(std::uint64_t address, std::span<std::byte> data) override {
    const auto status = Client::download(address, data);
    show();
    return status;
  }

 private:
  void show() {
    const auto text = take_printed();
    std::fwrite(text.data(), 1, text.size(), stdout);
  }
};

std::unique_ptr<device::Client> connect(int fd) {
  if (std::getenv(kPrintsVariable) == nullptr) return std::make_unique<device::Client>(fd);
  return std::make_unique<ShowingClient>(fd);
}

}  // namespace

Runtime& Runtime::get() {
  static auto* runtime = new Runtime;
  return *runtime;
}

device::Device* Runtime::device() {
  if (!looked_) {
    looked_ = true;
    if (const int fd = take_fd(); fd >= 0) client_ = connect(fd);
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
  graphs.clear();
  executables.clear();
  pool_attributes.clear();
  capture.reset();
  limits.clear();
  registry.forget_loaded();
  std::erase_if(host_blocks, [&](const auto& entry) {
    const auto& [base, block] = entry;
    const bool gone = mapped.holds(base);
    if (gone) mapped.hide(base, block.bytes);
    return gone;
  });
  // As on hardware: the reset succeeds, and the process can still not use the device.
  if (fault != cudaSuccess) fault = cudaErrorDevicesUnavailable;
  return static_cast<cudaError_t>(device()->reset());
}

const std::pair<const void* const, HostBlock>* find_host_entry(const Runtime& runtime,
                                                               const void* pointer) {
  const auto after = runtime.host_blocks.upper_bound(pointer);
  if (after == runtime.host_blocks.begin()) return nullptr;
  const auto& entry = *std::prev(after);
  const auto offset = static_cast<const char*>(pointer) - static_cast<const char*>(entry.first);
  return static_cast<std::size_t>(offset) < entry.second.bytes ? &entry : nullptr;
}

const HostBlock* find_host_block(const Runtime& runtime, const void* pointer) {
  const auto* entry = find_host_entry(runtime, pointer);
  return entry == nullptr ? nullptr : &entry->second;
}

}  // namespace warpgrade::cudart
