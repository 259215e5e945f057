// SPDX-License-Identifier: Apache-2.0
#include "harness/submission/cudart/copy.hpp"

#include "harness/device/address.hpp"
#include "harness/submission/cudart/api.hpp"

#include <cstring>
#include <span>

namespace warpgrade::cudart {
namespace {

bool on_device(const void* pointer) { return device::is_device_address(address(pointer)); }

/// Whether the sides that `kind` puts on the device are there; pinned host memory counts. The other
/// sides are not looked at, as on hardware.
bool matches(Runtime& runtime, cudaMemcpyKind kind, const void* to, const void* from) {
  const auto reachable = [&](const void* pointer) {
    return on_device(pointer) || find_host_block(runtime, pointer) != nullptr;
  };
  const bool needs_to = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool needs_from = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  return (!needs_to || reachable(to)) && (!needs_from || reachable(from));
}

/// Whether a side of a copy is the device's to read or write. Mapped memory can be either's: it is
/// the host's where `kind` says so, and pinned memory is where it says nothing.
bool is_for_device(const Runtime& runtime, const void* pointer, bool said_host,
                   cudaMemcpyKind kind) {
  if (!on_device(pointer)) return false;
  const auto* block = find_host_block(runtime, pointer);
  if (block == nullptr) return true;
  if (kind == cudaMemcpyDefault) return block->kind == HostBlock::Kind::managed;
  return !said_host;
}

constexpr std::size_t kPage = 4096;

/// Reads one byte of every page: a bad host pointer faults here, in the code that passed it, rather
/// than breaking the connection.
void touch(const void* from, std::size_t bytes) {
  const auto* data = static_cast<const volatile char*>(from);
  for (std::size_t i = 0; i < bytes; i += kPage) (void)data[i];
  if (bytes > 0) (void)data[bytes - 1];
}

/// The first byte of slice `z` of a box, counted from `from`.
char* at(const cudaPitchedPtr& box, const cudaPos& from, std::size_t z) {
  return static_cast<char*>(box.ptr) + ((from.z + z) * box.ysize + from.y) * box.pitch + from.x;
}

/// Whether rows and slices lie inside those of the memory; how many slices it has is not known.
bool fits(const cudaPitchedPtr& box, const cudaPos& from, const cudaExtent& extent) {
  const bool one_slice = extent.depth == 1 && from.z == 0;
  return box.ptr != nullptr && from.x + extent.width <= box.pitch &&
         (one_slice || from.y + extent.height <= box.ysize);
}

}  // namespace

cudaError_t check_copy(std::size_t bytes, cudaMemcpyKind kind) {
  const bool known = kind >= cudaMemcpyHostToHost && kind <= cudaMemcpyDefault;
  return bytes == 0 || known ? cudaSuccess : cudaErrorInvalidMemcpyDirection;
}

cudaError_t copy_bytes(Runtime& runtime, device::Device& device, void* to, const void* from,
                       std::size_t bytes, cudaMemcpyKind kind) {
  if (bytes == 0) return cudaSuccess;
  if (to == nullptr || from == nullptr) return cudaErrorInvalidValue;
  if (!matches(runtime, kind, to, from)) return cudaErrorInvalidValue;
  const bool to_host = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyHostToHost;
  const bool from_host = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyHostToHost;
  const bool to_device = is_for_device(runtime, to, to_host, kind);
  const bool from_device = is_for_device(runtime, from, from_host, kind);
  if (to_device && from_device) {
    return code(device.copy(address(to), address(from), bytes));
  }
  if (to_device) {
    touch(from, bytes);
    return code(device.upload(address(to), {static_cast<const std::byte*>(from), bytes}));
  }
  if (from_device) {
    return code(device.download(address(from), {static_cast<std::byte*>(to), bytes}));
  }
  std::memmove(to, from, bytes);
  return cudaSuccess;
}

cudaError_t copy_rows(Runtime& runtime, device::Device& device, Rows rows, cudaMemcpyKind kind) {
  if (rows.width > rows.to_pitch || rows.width > rows.from_pitch) return cudaErrorInvalidPitchValue;
  if (rows.width == rows.to_pitch && rows.width == rows.from_pitch) {
    return copy_bytes(runtime, device, rows.to, rows.from, rows.width * rows.height, kind);
  }
  for (std::size_t row = 0; row < rows.height; ++row) {
    const auto error = copy_bytes(runtime, device, rows.to + row * rows.to_pitch,
                                  rows.from + row * rows.from_pitch, rows.width, kind);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

cudaError_t copy_box(Runtime& runtime, device::Device& device, const cudaMemcpy3DParms& copy) {
  if (copy.srcArray != nullptr || copy.dstArray != nullptr) {
    runtime.note_unsupported("cudaMemcpy3D with arrays");
    return cudaErrorNotSupported;
  }
  const auto& [width, height, depth] = copy.extent;
  if (const auto error = check_copy(width * height * depth, copy.kind); error != cudaSuccess) {
    return error;
  }
  if (width == 0 || height == 0 || depth == 0) return cudaSuccess;
  if (!fits(copy.dstPtr, copy.dstPos, copy.extent) ||
      !fits(copy.srcPtr, copy.srcPos, copy.extent)) {
    return cudaErrorInvalidValue;
  }
  for (std::size_t z = 0; z < depth; ++z) {
    const Rows slice{at(copy.dstPtr, copy.dstPos, z),
                     copy.dstPtr.pitch,
                     at(copy.srcPtr, copy.srcPos, z),
                     copy.srcPtr.pitch,
                     width,
                     height};
    const auto error = copy_rows(runtime, device, slice, copy.kind);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

}  // namespace warpgrade::cudart
