// SPDX-License-Identifier: Apache-2.0
#include "harness/submission/cudart/host_memory.hpp"

#include "harness/submission/cudart/api.hpp"

#include <bit>

namespace warpgrade::cudart {

cudaError_t allocate_mapped(Runtime& runtime, device::Device& device, std::size_t bytes,
                            HostBlock block, void** pointer) {
  if (!runtime.mapped.open(device)) return cudaErrorNotSupported;
  std::uint64_t where = 0;
  const auto status = device.allocate_mapped(device::Owner::submission, bytes, where);
  if (status != device::Status::success) return code(status);
  if (!runtime.mapped.show(where, bytes)) {
    device.release(device::Owner::submission, where);
    return cudaErrorMemoryAllocation;
  }
  block.bytes = bytes;
  block.device = where;
  *pointer = std::bit_cast<void*>(where);
  runtime.host_blocks[*pointer] = block;
  return cudaSuccess;
}

cudaError_t release_mapped(Runtime& runtime, device::Device& device, HostBlocks::iterator block) {
  const auto [pointer, known] = *block;
  runtime.host_blocks.erase(block);
  runtime.mapped.hide(pointer, known.bytes);
  return code(device.release(device::Owner::submission, known.device));
}

}  // namespace warpgrade::cudart
