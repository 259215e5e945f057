// SPDX-License-Identifier: Apache-2.0
// Device memory: taking, giving back, asking about it. api_host.cpp and api_managed.cpp have what
// the host uses, too.
#include "harness/device/address.hpp"
#include "harness/submission/cudart/api.hpp"
#include "harness/submission/cudart/host_memory.hpp"
#include "harness/submission/cudart/stream.hpp"

#include <bit>
#include <cstdint>

using namespace warpgrade;
using namespace warpgrade::cudart;

namespace {

constexpr std::size_t kPitchUnit = 512;
constexpr int kNoDevice = -2;  ///< cudaInvalidDeviceId.

cudaError_t allocate(device::Device& device, void** pointer, std::size_t bytes) {
  if (pointer == nullptr) return cudaErrorInvalidValue;
  *pointer = nullptr;
  if (bytes == 0) return cudaSuccess;
  std::uint64_t where = 0;
  const auto status = device.allocate(device::Owner::submission, bytes, where);
  if (status == device::Status::success) *pointer = std::bit_cast<void*>(where);
  return code(status);
}

cudaError_t release(device::Device& device, void* pointer) {
  if (pointer == nullptr) return code(device.synchronize());
  return code(device.release(device::Owner::submission, address(pointer)));
}

/// cudaFree takes managed memory, too; memory of cudaMallocHost has its own way.
cudaError_t release_known(Runtime& runtime, device::Device& device, void* pointer) {
  const auto block = runtime.host_blocks.find(pointer);
  if (block == runtime.host_blocks.end()) return release(device, pointer);
  if (block->second.kind != HostBlock::Kind::managed) return cudaErrorInvalidValue;
  return release_mapped(runtime, device, block);
}

cudaMemoryType type_of(const HostBlock& block) {
  return block.kind == HostBlock::Kind::managed ? cudaMemoryTypeManaged : cudaMemoryTypeHost;
}

void describe(Runtime& runtime, device::Device& device, cudaPointerAttributes& attributes,
              const void* pointer) {
  auto* pointee = const_cast<void*>(pointer);
  std::uint64_t base = 0;
  std::uint64_t bytes = 0;
  const auto* const block = find_host_block(runtime, pointer);
  const bool on_device = block == nullptr && device::is_device_address(address(pointer)) &&
                         device.find(address(pointer), base, bytes) == device::Status::success;
  attributes = {};
  attributes.type = on_device          ? cudaMemoryTypeDevice
                    : block != nullptr ? type_of(*block)
                                       : cudaMemoryTypeUnregistered;
  const bool known = on_device || block != nullptr;
  attributes.device = known ? 0 : kNoDevice;
  attributes.devicePointer = known ? pointee : nullptr;
  attributes.hostPointer = on_device ? nullptr : pointee;
}

}  // namespace

extern "C" {

cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
  if (pointer != nullptr && bytes == 0) {  // Succeeds even in a broken context.
    *pointer = nullptr;
    return cudaSuccess;
  }
  return api([&](Runtime&, device::Device& device) { return allocate(device, pointer, bytes); });
}

cudaError_t cudaFree(void* pointer) {
  return api([&](Runtime& runtime, device::Device& device) {
    return release_known(runtime, device, pointer);
  });
}

cudaError_t cudaMallocAsync(void** pointer, std::size_t bytes, cudaStream_t stream) {
  return on_stream(
      stream, [&](Runtime&, device::Device& device) { return allocate(device, pointer, bytes); });
}
WARPGRADE_PTSZ(cudaMallocAsync);

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  return on_stream(stream, [&](Runtime& runtime, device::Device& device) {
    return release_known(runtime, device, pointer);
  });
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

cudaError_t cudaMemGetInfo(std::size_t* free_bytes, std::size_t* total_bytes) {
  return api([&](Runtime&, device::Device& device) {
    std::uint64_t free_now = 0;
    std::uint64_t total = 0;
    const auto error = code(device.memory(free_now, total));
    if (error != cudaSuccess) return error;
    if (free_bytes != nullptr) *free_bytes = free_now;
    if (total_bytes != nullptr) *total_bytes = total;
    return cudaSuccess;
  });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  return query([&](Runtime& runtime, device::Device& device) {
    if (attributes == nullptr) return cudaErrorInvalidValue;
    describe(runtime, device, *attributes, pointer);
    return cudaSuccess;
  });
}

}  // extern "C"
