// SPDX-License-Identifier: Apache-2.0
// Device and pinned host memory: taking, giving back, asking about it.
#include "harness/device/address.hpp"
#include "harness/submission/cudart/api.hpp"
#include "harness/submission/cudart/stream.hpp"

#include <cstdlib>

using namespace warpgrade;
using namespace warpgrade::cudart;

namespace {

constexpr std::size_t kPitchUnit = 512;
constexpr std::size_t kPage = 4096;

cudaError_t allocate(device::Device& device, void** pointer, std::size_t bytes) {
  if (pointer == nullptr) return cudaErrorInvalidValue;
  *pointer = nullptr;
  if (bytes == 0) return code(device.synchronize());
  std::uint64_t where = 0;
  const auto status = device.allocate(device::Owner::submission, bytes, where);
  if (status == device::Status::success) *pointer = reinterpret_cast<void*>(where);
  return code(status);
}

cudaError_t release(device::Device& device, void* pointer) {
  if (pointer == nullptr) return code(device.synchronize());
  return code(device.release(device::Owner::submission, address(pointer)));
}

cudaError_t allocate_host(Runtime& runtime, void** pointer, std::size_t bytes) {
  if (pointer == nullptr) return cudaErrorInvalidValue;
  *pointer = nullptr;
  if (bytes == 0) return cudaSuccess;
  if (bytes > SIZE_MAX - kPage) return cudaErrorMemoryAllocation;
  void* block = std::aligned_alloc(kPage, (bytes + kPage - 1) / kPage * kPage);
  if (block == nullptr) return cudaErrorMemoryAllocation;
  runtime.host_blocks[block] = {bytes, true};
  return give(pointer, block);
}

/// The pinned block that holds `pointer`; the end of the map if there is none.
auto find_host_block(Runtime& runtime, const void* pointer) {
  auto after = runtime.host_blocks.upper_bound(pointer);
  if (after == runtime.host_blocks.begin()) return runtime.host_blocks.end();
  const auto block = std::prev(after);
  const bool inside = address(pointer) - address(block->first) < block->second.bytes;
  return inside ? block : runtime.host_blocks.end();
}

cudaError_t describe(Runtime& runtime, device::Device& device, cudaPointerAttributes& attributes,
                     const void* pointer) {
  attributes = {};
  attributes.type = cudaMemoryTypeUnregistered;
  attributes.device = -2;  // cudaInvalidDeviceId: as the real runtime for memory it does not know.
  auto* mutable_pointer = const_cast<void*>(pointer);
  if (device::is_device_address(address(pointer))) {
    std::uint64_t base = 0;
    std::uint64_t bytes = 0;
    if (device.find(address(pointer), base, bytes) != device::Status::success) return cudaSuccess;
    attributes.type = cudaMemoryTypeDevice;
    attributes.device = 0;
    attributes.devicePointer = mutable_pointer;
    return cudaSuccess;
  }
  attributes.hostPointer = mutable_pointer;
  if (find_host_block(runtime, pointer) != runtime.host_blocks.end()) {
    attributes.type = cudaMemoryTypeHost;
    attributes.device = 0;
    attributes.devicePointer = mutable_pointer;
  }
  return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
  return api([&](Runtime&, device::Device& device) { return allocate(device, pointer, bytes); });
}

cudaError_t cudaFree(void* pointer) {
  return api([&](Runtime&, device::Device& device) { return release(device, pointer); });
}

cudaError_t cudaMallocAsync(void** pointer, std::size_t bytes, cudaStream_t stream) {
  return on_stream(
      stream, [&](Runtime&, device::Device& device) { return allocate(device, pointer, bytes); });
}
WARPGRADE_PTSZ(cudaMallocAsync);

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  return on_stream(stream,
                   [&](Runtime&, device::Device& device) { return release(device, pointer); });
}
WARPGRADE_PTSZ(cudaFreeAsync);

cudaError_t cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width,
                            std::size_t height) {
  return api([&](Runtime&, device::Device& device) {
    if (pitch == nullptr) return cudaErrorInvalidValue;
    std::size_t bytes = 0;
    const bool too_large = width > SIZE_MAX - kPitchUnit;
    *pitch = too_large ? 0 : (width + kPitchUnit - 1) / kPitchUnit * kPitchUnit;
    if (too_large || __builtin_mul_overflow(*pitch, height, &bytes)) {
      return cudaErrorMemoryAllocation;
    }
    return allocate(device, pointer, bytes);
  });
}

cudaError_t cudaMallocHost(void** pointer, std::size_t bytes) {
  return api(
      [&](Runtime& runtime, device::Device&) { return allocate_host(runtime, pointer, bytes); });
}

cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned /*flags*/) {
  return cudaMallocHost(pointer, bytes);
}

cudaError_t cudaFreeHost(void* pointer) {
  return api([&](Runtime& runtime, device::Device&) {
    if (pointer == nullptr) return cudaSuccess;
    const auto block = runtime.host_blocks.find(pointer);
    if (block == runtime.host_blocks.end() || !block->second.ours) return cudaErrorInvalidValue;
    runtime.host_blocks.erase(block);
    std::free(pointer);
    return cudaSuccess;
  });
}

cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned /*flags*/) {
  return api([&](Runtime& runtime, device::Device&) {
    if (pointer == nullptr || bytes == 0) return cudaErrorInvalidValue;
    const bool is_new = runtime.host_blocks.try_emplace(pointer, HostBlock{bytes, false}).second;
    return is_new ? cudaSuccess : cudaErrorHostMemoryAlreadyRegistered;
  });
}

cudaError_t cudaHostUnregister(void* pointer) {
  return api([&](Runtime& runtime, device::Device&) {
    const auto block = runtime.host_blocks.find(pointer);
    if (block == runtime.host_blocks.end() || block->second.ours) {
      return cudaErrorHostMemoryNotRegistered;
    }
    runtime.host_blocks.erase(block);
    return cudaSuccess;
  });
}

cudaError_t cudaMemGetInfo(std::size_t* free_bytes, std::size_t* total_bytes) {
  return api([&](Runtime&, device::Device& device) {
    std::uint64_t free_now = 0;
    std::uint64_t total = 0;
    const auto error = code(device.memory(free_now, total));
    if (error != cudaSuccess) return error;
    if (free_bytes == nullptr || total_bytes == nullptr) return cudaErrorInvalidValue;
    *free_bytes = free_now;
    *total_bytes = total;
    return cudaSuccess;
  });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  return api([&](Runtime& runtime, device::Device& device) {
    if (attributes == nullptr) return cudaErrorInvalidValue;
    return describe(runtime, device, *attributes, pointer);
  });
}

}  // extern "C"
