// SPDX-License-Identifier: Apache-2.0
// Managed memory. Nothing migrates here, so hints change nothing; they are refused as the real
// runtime refuses them.
#include "harness/submission/cudart/api.hpp"
#include "harness/submission/cudart/host_memory.hpp"
#include "harness/submission/cudart/stream.hpp"

using namespace warpgrade;
using namespace warpgrade::cudart;

namespace {

constexpr int kHost = -1;  ///< cudaCpuDeviceId.

bool is_managed(const Runtime& runtime, const void* pointer, std::size_t bytes) {
  const auto* const entry = find_host_entry(runtime, pointer);
  if (entry == nullptr || entry->second.kind != HostBlock::Kind::managed) return false;
  return bytes <= entry->second.bytes - (address(pointer) - address(entry->first));
}

cudaError_t check_hint(const Runtime& runtime, const void* pointer, std::size_t bytes, int number) {
  if (bytes == 0 || !is_managed(runtime, pointer, bytes)) return cudaErrorInvalidValue;
  return number == 0 || number == kHost ? cudaSuccess : cudaErrorInvalidDevice;
}

cudaError_t prefetch(const void* pointer, std::size_t bytes, int number, cudaStream_t stream) {
  return on_stream(stream, [&](Runtime& runtime, device::Device&) {
    return check_hint(runtime, pointer, bytes, number);
  });
}

cudaError_t advise(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice, int number) {
  return api([&](Runtime& runtime, device::Device&) {
    const bool known =
        advice >= cudaMemAdviseSetReadMostly && advice <= cudaMemAdviseUnsetAccessedBy;
    return known ? check_hint(runtime, pointer, bytes, number) : cudaErrorInvalidValue;
  });
}

#if CUDART_VERSION >= 12020
/// The device that a place means; -2 for a place that is none.
int number_of(cudaMemLocation place) {
  constexpr int none = -2;
  if (place.type == cudaMemLocationTypeDevice) return place.id;
  return place.type == cudaMemLocationTypeHost ? kHost : none;
}
#endif

}  // namespace

extern "C" {

cudaError_t cudaMallocManaged(void** pointer, std::size_t bytes, unsigned flags) {
  return api([&](Runtime& runtime, device::Device& device) {
    const bool known = flags == cudaMemAttachGlobal || flags == cudaMemAttachHost;
    if (pointer == nullptr || bytes == 0 || !known) return cudaErrorInvalidValue;
    HostBlock block;
    block.kind = HostBlock::Kind::managed;
    block.flags = flags;
    const auto error = allocate_mapped(runtime, device, bytes, block, pointer);
    if (error == cudaErrorNotSupported) runtime.note_unsupported("cudaMallocManaged");
    return error;
  });
}

#if CUDART_VERSION >= 13000
cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, cudaMemLocation place,
                                 unsigned flags, cudaStream_t stream) {
  if (flags != 0) return remember(cudaErrorInvalidValue);
  return prefetch(pointer, bytes, number_of(place), stream);
}

cudaError_t cudaMemAdvise(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice,
                          cudaMemLocation place) {
  return advise(pointer, bytes, advice, number_of(place));
}
#else
cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, int number,
                                 cudaStream_t stream) {
  return prefetch(pointer, bytes, number, stream);
}

cudaError_t cudaMemAdvise(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice,
                          int number) {
  return advise(pointer, bytes, advice, number);
}
#if CUDART_VERSION >= 12020
cudaError_t cudaMemPrefetchAsync_v2(const void* pointer, std::size_t bytes, cudaMemLocation place,
                                    unsigned flags, cudaStream_t stream) {
  if (flags != 0) return remember(cudaErrorInvalidValue);
  return prefetch(pointer, bytes, number_of(place), stream);
}

cudaError_t cudaMemAdvise_v2(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice,
                             cudaMemLocation place) {
  return advise(pointer, bytes, advice, number_of(place));
}
#endif
#endif
WARPGRADE_PTSZ(cudaMemPrefetchAsync);

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, std::size_t bytes,
                                     unsigned flags) {
  return on_stream(stream, [&](Runtime& runtime, device::Device&) {
    const bool known =
        flags == cudaMemAttachGlobal || flags == cudaMemAttachHost || flags == cudaMemAttachSingle;
    const auto* const block = find_host_block(runtime, pointer);
    const bool managed = block != nullptr && block->kind == HostBlock::Kind::managed;
    const bool whole = managed && (bytes == 0 || bytes == block->bytes);
    return known && whole ? cudaSuccess : cudaErrorInvalidValue;
  });
}
WARPGRADE_PTSZ(cudaStreamAttachMemAsync);

}  // extern "C"
