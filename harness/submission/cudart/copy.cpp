// SPDX-License-Identifier: Apache-2.0
#include "harness/submission/cudart/copy.hpp"

#include "harness/device/address.hpp"
#include "harness/submission/cudart/api.hpp"

#include <cstring>
#include <span>

namespace warpgrade::cudart {
namespace {

bool on_device(const void* pointer) { return device::is_device_address(address(pointer)); }

/// Whether `to` and `from` lie where `kind` says. cudaMemcpyDefault takes them as they are.
bool matches(cudaMemcpyKind kind, bool to_device, bool from_device) {
  switch (kind) {
    case cudaMemcpyHostToHost:
      return !to_device && !from_device;
    case cudaMemcpyHostToDevice:
      return to_device && !from_device;
    case cudaMemcpyDeviceToHost:
      return !to_device && from_device;
    case cudaMemcpyDeviceToDevice:
      return to_device && from_device;
    case cudaMemcpyDefault:
      return true;
  }
  return false;
}

/// Reads one byte of every page: a bad host pointer faults here, in the code that passed it, rather
/// than breaking the connection.
void touch(const void* from, std::size_t bytes) {
  constexpr std::size_t kPage = 4096;
  const auto* data = static_cast<const volatile char*>(from);
  for (std::size_t i = 0; i < bytes; i += kPage) (void)data[i];
  if (bytes > 0) (void)data[bytes - 1];
}

}  // namespace

cudaError_t copy_bytes(device::Device& device, void* to, const void* from, std::size_t bytes,
                       cudaMemcpyKind kind) {
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) {
    return cudaErrorInvalidMemcpyDirection;
  }
  if (bytes == 0) return code(device.synchronize());
  const bool to_device = on_device(to);
  const bool from_device = on_device(from);
  if (!matches(kind, to_device, from_device)) return cudaErrorInvalidValue;
  if (to_device && from_device) return code(device.copy(address(to), address(from), bytes));
  if (to == nullptr || from == nullptr) return cudaErrorInvalidValue;
  if (to_device) {
    touch(from, bytes);
    return code(device.upload(address(to), {static_cast<const std::byte*>(from), bytes}));
  }
  if (from_device) {
    return code(device.download(address(from), {static_cast<std::byte*>(to), bytes}));
  }
  std::memmove(to, from, bytes);
  return code(device.synchronize());
}

}  // namespace warpgrade::cudart
