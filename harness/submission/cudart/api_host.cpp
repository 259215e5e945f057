// SPDX-License-Identifier: Apache-2.0
// Pinned host memory. Where the device has mapped memory, kernels reach it at its own address.
#include "harness/submission/cudart/api.hpp"
#include "harness/submission/cudart/host_memory.hpp"

#include <bit>
#include <cstdlib>

using namespace warpgrade;
using namespace warpgrade::cudart;

namespace {

using Kind = HostBlock::Kind;

constexpr std::size_t kPage = 4096;
constexpr unsigned kAllocFlags =
    cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
constexpr unsigned kRegisterFlags = cudaHostRegisterPortable | cudaHostRegisterMapped |
                                    cudaHostRegisterIoMemory | cudaHostRegisterReadOnly;

cudaError_t allocate_ordinary(Runtime& runtime, HostBlock block, std::size_t bytes,
                              void** pointer) {
  if (bytes > SIZE_MAX - kPage) return cudaErrorMemoryAllocation;
  void* const made = std::aligned_alloc(kPage, (bytes + kPage - 1) / kPage * kPage);
  if (made == nullptr) return cudaErrorMemoryAllocation;
  block.bytes = bytes;
  runtime.host_blocks[made] = block;
  return give(pointer, made);
}

cudaError_t allocate_host(Runtime& runtime, device::Device& device, void** pointer,
                          std::size_t bytes, unsigned flags) {
  if (pointer == nullptr) return cudaErrorInvalidValue;
  *pointer = nullptr;
  if (bytes == 0) return cudaSuccess;
  HostBlock block;
  block.flags = flags;
  const auto error = allocate_mapped(runtime, device, bytes, block, pointer);
  if (error != cudaErrorNotSupported) return error;
  return allocate_ordinary(runtime, block, bytes, pointer);
}

std::uintptr_t first_page(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer) / kPage * kPage;
}

std::size_t bytes_of_pages(const void* pointer, std::size_t bytes) {
  const auto end = reinterpret_cast<std::uintptr_t>(pointer) + bytes;
  return (end + kPage - 1) / kPage * kPage - first_page(pointer);
}

/// Puts mapped memory below the pages of a block that the program registered, so that kernels can
/// reach it.
cudaError_t map_registered(Runtime& runtime, device::Device& device, const void* pointer,
                           HostBlock& block) {
  if (!runtime.mapped.open(device)) return cudaErrorNotSupported;
  const auto bytes = bytes_of_pages(pointer, block.bytes);
  std::uint64_t where = 0;
  const auto status = device.allocate_mapped(device::Owner::submission, bytes, where);
  if (status != device::Status::success) return code(status);
  const auto first = first_page(pointer);
  if (!runtime.mapped.put_below(std::bit_cast<void*>(first), where, bytes)) {
    device.release(device::Owner::submission, where);
    return cudaErrorNotSupported;
  }
  block.device = where + (reinterpret_cast<std::uintptr_t>(pointer) - first);
  return cudaSuccess;
}

cudaError_t unregister(device::Device& device, const void* pointer, const HostBlock& block) {
  if (block.device == 0) return cudaSuccess;
  const auto first = first_page(pointer);
  const auto bytes = bytes_of_pages(pointer, block.bytes);
  if (!MappedMemory::take_back(std::bit_cast<void*>(first), bytes)) return cudaErrorUnknown;
  const auto offset = reinterpret_cast<std::uintptr_t>(pointer) - first;
  return code(device.release(device::Owner::submission, block.device - offset));
}

cudaError_t give_device_pointer(Runtime& runtime, device::Device& device, void** to,
                                void* pointer) {
  const auto* const entry = find_host_entry(runtime, pointer);
  if (entry == nullptr) return cudaErrorInvalidValue;
  const auto base = entry->first;
  auto& block = runtime.host_blocks[base];
  if (block.device == 0) {
    const auto error = block.kind == Kind::registered ? map_registered(runtime, device, base, block)
                                                      : cudaErrorNotSupported;
    if (error == cudaErrorNotSupported) runtime.note_unsupported("cudaHostGetDevicePointer");
    if (error != cudaSuccess) return error;
  }
  return give(to, std::bit_cast<void*>(block.device + (address(pointer) - address(base))));
}

}  // namespace

extern "C" {

cudaError_t cudaMallocHost(void** pointer, std::size_t bytes) {
  return cudaHostAlloc(pointer, bytes, cudaHostAllocDefault);
}

cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned flags) {
  if ((flags & ~kAllocFlags) != 0) return remember(cudaErrorInvalidValue);
  return api([&](Runtime& runtime, device::Device& device) {
    return allocate_host(runtime, device, pointer, bytes, flags);
  });
}

cudaError_t cudaFreeHost(void* pointer) {
  return api([&](Runtime& runtime, device::Device& device) {
    if (pointer == nullptr) return cudaSuccess;
    const auto block = runtime.host_blocks.find(pointer);
    if (block == runtime.host_blocks.end() || block->second.kind != Kind::pinned) {
      return cudaErrorInvalidValue;
    }
    if (block->second.device != 0) return release_mapped(runtime, device, block);
    runtime.host_blocks.erase(block);
    std::free(pointer);
    return cudaSuccess;
  });
}

cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned flags) {
  return api([&](Runtime& runtime, device::Device&) {
    const bool good = pointer != nullptr && bytes > 0 && (flags & ~kRegisterFlags) == 0;
    if (!good) return cudaErrorInvalidValue;
    if (const auto* known = find_host_block(runtime, pointer); known != nullptr) {
      return known->kind == Kind::registered ? cudaErrorHostMemoryAlreadyRegistered
                                             : cudaErrorInvalidValue;
    }
    runtime.host_blocks[pointer] = {bytes, Kind::registered, flags, 0};
    return cudaSuccess;
  });
}

cudaError_t cudaHostUnregister(void* pointer) {
  return api([&](Runtime& runtime, device::Device& device) {
    const auto block = runtime.host_blocks.find(pointer);
    if (block == runtime.host_blocks.end()) return cudaErrorHostMemoryNotRegistered;
    if (block->second.kind != Kind::registered) return cudaErrorInvalidValue;
    const auto error = unregister(device, pointer, block->second);
    runtime.host_blocks.erase(block);
    return error;
  });
}

cudaError_t cudaHostGetDevicePointer(void** to, void* pointer, unsigned flags) {
  return api([&](Runtime& runtime, device::Device& device) {
    if (to == nullptr || flags != 0) return cudaErrorInvalidValue;
    return give_device_pointer(runtime, device, to, pointer);
  });
}

cudaError_t cudaHostGetFlags(unsigned* flags, void* pointer) {
  return api([&](Runtime& runtime, device::Device&) {
    const auto* const block = find_host_block(runtime, pointer);
    if (block == nullptr || block->kind == Kind::managed) return cudaErrorInvalidValue;
    // Under unified addressing all pinned memory is mapped, whether that was asked for or not.
    return give(flags, block->flags | cudaHostAllocMapped);
  });
}

}  // extern "C"
