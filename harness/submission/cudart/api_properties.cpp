// SPDX-License-Identifier: Apache-2.0
// cudaDeviceProp from what the device says. Fields that this table leaves out are 0.
#include "harness/submission/cudart/api.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

using namespace warpgrade;
using namespace warpgrade::cudart;

namespace {

constexpr int kMaxPitch = 2147483647;

/// `to`: one of the structure's arrays of three.
void copy_extent(int* to, const Dim3& from) {
  to[0] = static_cast<int>(from.x);
  to[1] = static_cast<int>(from.y);
  to[2] = static_cast<int>(from.z);
}

void describe_size(const device::DeviceInfo& info, cudaDeviceProp& p) {
  p.totalGlobalMem = info.total_memory_bytes;
  p.sharedMemPerBlock = info.shared_bytes_per_block;
  p.sharedMemPerBlockOptin = info.shared_bytes_per_block_optin;
  p.sharedMemPerMultiprocessor = info.shared_bytes_per_multiprocessor;
  p.reservedSharedMemPerBlock = info.reserved_shared_bytes_per_block;
  p.totalConstMem = info.constant_bytes;
  p.l2CacheSize = static_cast<int>(info.l2_bytes);
  p.regsPerBlock = static_cast<int>(info.registers_per_block);
  p.regsPerMultiprocessor = static_cast<int>(info.registers_per_multiprocessor);
  p.multiProcessorCount = static_cast<int>(info.multiprocessors);
  p.maxThreadsPerBlock = static_cast<int>(info.max_threads_per_block);
  p.maxThreadsPerMultiProcessor = static_cast<int>(info.max_threads_per_multiprocessor);
  p.maxBlocksPerMultiProcessor = static_cast<int>(info.max_blocks_per_multiprocessor);
  p.memoryBusWidth = static_cast<int>(info.memory_bus_bits);
  copy_extent(p.maxThreadsDim, info.max_block);
  copy_extent(p.maxGridSize, info.max_grid);
}

void describe_abilities(const device::DeviceInfo& info, cudaDeviceProp& p) {
  p.warpSize = 32;
  p.memPitch = kMaxPitch;
  p.textureAlignment = 512;
  p.texturePitchAlignment = 32;
  p.surfaceAlignment = 512;
  p.asyncEngineCount = 3;
  p.concurrentKernels = 1;
  p.unifiedAddressing = 1;
  p.streamPrioritiesSupported = 1;
  p.globalL1CacheSupported = 1;
  p.localL1CacheSupported = 1;
  p.computePreemptionSupported = 1;
  p.cooperativeLaunch = 1;
  p.hostRegisterSupported = 1;
  p.canMapHostMemory = 1;
  p.managedMemory = info.kind == "emulated" ? 1 : 0;
  p.concurrentManagedAccess = p.managedMemory;
}

/// CUDA 13 took the clocks out of the structure. Kilohertz.
template <class Properties>
void describe_clocks(const device::DeviceInfo& info, Properties& p) {
  if constexpr (requires { p.clockRate; }) p.clockRate = static_cast<int>(info.clock_hz / 1e3);
  if constexpr (requires { p.memoryClockRate; }) {
    p.memoryClockRate = static_cast<int>(info.memory_clock_hz / 1e3);
  }
}

}  // namespace

extern "C" cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int number) {
  return query([&](Runtime&, device::Device& device) {
    if (properties == nullptr) return cudaErrorInvalidValue;
    if (number != 0) return cudaErrorInvalidDevice;
    const auto& info = device.info();
    auto& p = *properties;
    std::memset(&p, 0, sizeof p);
    std::string_view(info.name).copy(p.name, sizeof p.name - 1);
    p.major = static_cast<int>(info.cc_major);
    p.minor = static_cast<int>(info.cc_minor);
    describe_size(info, p);
    describe_abilities(info, p);
    describe_clocks(info, p);
    return cudaSuccess;
  });
}

// CUDA 12's header renames the function to _v2; export the other spelling too.
#ifdef cudaGetDeviceProperties
#undef cudaGetDeviceProperties
WARPGRADE_ALIAS(cudaGetDeviceProperties_v2, cudaGetDeviceProperties);
#else
WARPGRADE_ALIAS(cudaGetDeviceProperties, cudaGetDeviceProperties_v2);
#endif
