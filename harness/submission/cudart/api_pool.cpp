// SPDX-License-Identifier: Apache-2.0
// The device's one memory pool. Memory goes back to the device at once, so its attributes are only
// remembered.
#include "harness/submission/cudart/api.hpp"

#include <cstdint>

using namespace warpgrade;
using namespace warpgrade::cudart;

namespace {

/// What a handle points to; nothing is ever read from it.
char the_pool = 0;

cudaMemPool_t pool() { return reinterpret_cast<cudaMemPool_t>(&the_pool); }

cudaError_t give_pool(cudaMemPool_t* to, int number) {
  return api([&](Runtime&, device::Device&) {
    return number == 0 ? give(to, pool()) : cudaErrorInvalidDevice;
  });
}

bool is_switch(cudaMemPoolAttr attribute) {
  return attribute == cudaMemPoolReuseFollowEventDependencies ||
         attribute == cudaMemPoolReuseAllowOpportunistic ||
         attribute == cudaMemPoolReuseAllowInternalDependencies;
}

}  // namespace

extern "C" {

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* to, int number) {
  return give_pool(to, number);
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* to, int number) { return give_pool(to, number); }

cudaError_t cudaDeviceSetMemPool(int number, cudaMemPool_t wanted) {
  return api([&](Runtime&, device::Device&) {
    if (number != 0) return cudaErrorInvalidDevice;
    return wanted == pool() ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t of, cudaMemPoolAttr attribute, void* value) {
  return api([&](Runtime& runtime, device::Device&) {
    if (of != pool() || value == nullptr) return cudaErrorInvalidValue;
    if (is_switch(attribute)) {
      runtime.pool_attributes[attribute] = static_cast<std::uint64_t>(*static_cast<int*>(value));
      return cudaSuccess;
    }
    if (attribute != cudaMemPoolAttrReleaseThreshold) return cudaErrorInvalidValue;
    runtime.pool_attributes[attribute] = *static_cast<std::uint64_t*>(value);
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t of, cudaMemPoolAttr attribute, void* value) {
  return api([&](Runtime& runtime, device::Device&) {
    if (of != pool() || value == nullptr) return cudaErrorInvalidValue;
    const auto set = runtime.pool_attributes.find(attribute);
    if (is_switch(attribute)) {
      *static_cast<int*>(value) =
          set == runtime.pool_attributes.end() ? 1 : static_cast<int>(set->second);
      return cudaSuccess;
    }
    if (attribute != cudaMemPoolAttrReleaseThreshold) {
      runtime.note_unsupported("cudaMemPoolGetAttribute of what the pool holds");
      return cudaErrorNotSupported;
    }
    *static_cast<std::uint64_t*>(value) = set == runtime.pool_attributes.end() ? 0 : set->second;
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t of, std::size_t /*bytes*/) {
  return api([&](Runtime&, device::Device& device) {
    return of == pool() ? code(device.synchronize()) : cudaErrorInvalidValue;
  });
}

cudaError_t cudaMallocFromPoolAsync(void** pointer, std::size_t bytes, cudaMemPool_t from,
                                    cudaStream_t stream) {
  if (from != pool()) return remember(cudaErrorInvalidValue);
  return cudaMallocAsync(pointer, bytes, stream);
}
WARPGRADE_PTSZ(cudaMallocFromPoolAsync);

}  // extern "C"
