// SPDX-License-Identifier: Apache-2.0
// There is one device, number 0.
#include "harness/submission/cudart/api.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>

using namespace warpgrade;
using namespace warpgrade::cudart;

namespace {

constexpr const char* kBusId = "0000:00:00.0";

struct LimitRow {
  cudaLimit limit;
  std::size_t initial;
};
constexpr auto kLimits = std::to_array<LimitRow>({
    {cudaLimitStackSize, 1024},
    {cudaLimitPrintfFifoSize, std::size_t{1} << 20},
    {cudaLimitMallocHeapSize, std::size_t{8} << 20},
    {cudaLimitDevRuntimePendingLaunchCount, 2048},
    {cudaLimitMaxL2FetchGranularity, 64},
    {cudaLimitPersistingL2CacheSize, 0},
});

const LimitRow* find_limit(cudaLimit limit) {
  const auto* row = std::ranges::find(kLimits, limit, &LimitRow::limit);
  return row == kLimits.end() ? nullptr : row;
}

/// Why a limit has no row.
cudaError_t unknown_limit(cudaLimit limit) {
  return limit == cudaLimitDevRuntimeSyncDepth ? cudaErrorUnsupportedLimit : cudaErrorInvalidValue;
}

/// A call that needs a device number and nothing else.
template <class Body>
cudaError_t for_device(int number, Body body) {
  return query([&](Runtime& runtime, device::Device& device) {
    return number == 0 ? code(body(runtime, device)) : cudaErrorInvalidDevice;
  });
}

/// A hint that changes no result.
cudaError_t accept() {
  return api([](Runtime&, device::Device& device) { return device.synchronize(); });
}

}  // namespace

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
  return query([&](Runtime&, device::Device&) { return give(count, 1); });
}

cudaError_t cudaGetDevice(int* number) {
  return query([&](Runtime&, device::Device&) { return give(number, 0); });
}

cudaError_t cudaSetDevice(int number) {
  return for_device(number, [](Runtime& runtime, device::Device&) {
    const bool lost = runtime.fault == cudaErrorDevicesUnavailable;
    return lost ? runtime.fault : cudaSuccess;
  });
}

cudaError_t cudaInitDevice(int number, unsigned device_flags, unsigned flags) {
  return for_device(number, [&](Runtime& runtime, device::Device&) {
    if (flags == cudaInitDeviceFlagsAreValid) runtime.device_flags = device_flags;
    return cudaSuccess;
  });
}

cudaError_t cudaSetValidDevices(int* numbers, int count) {
  return api([&](Runtime&, device::Device&) {
    const bool ok = count == 0 || (numbers != nullptr && count == 1 && numbers[0] == 0);
    return ok ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaChooseDevice(int* number, const cudaDeviceProp* wanted) {
  if (wanted == nullptr) return remember(cudaErrorInvalidValue);
  return cudaGetDevice(number);
}

cudaError_t cudaSetDeviceFlags(unsigned flags) {
  return api([&](Runtime& runtime, device::Device&) {
    if ((flags & ~unsigned{cudaDeviceMask}) != 0) return cudaErrorInvalidValue;
    runtime.device_flags = flags;
    return cudaSuccess;
  });
}

cudaError_t cudaGetDeviceFlags(unsigned* flags) {
  return api([&](Runtime& runtime, device::Device&) {
    return give(flags, runtime.device_flags | cudaDeviceMapHost);
  });
}

cudaError_t cudaDeviceSynchronize() { return accept(); }

cudaError_t cudaDeviceReset() {
  return query([](Runtime& runtime, device::Device&) { return runtime.reset(); });
}

cudaError_t cudaDriverGetVersion(int* version) {
  return query([&](Runtime&, device::Device&) { return give(version, CUDART_VERSION); });
}

cudaError_t cudaRuntimeGetVersion(int* version) { return remember(give(version, CUDART_VERSION)); }

cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value) {
  return api([&](Runtime& runtime, device::Device&) {
    if (find_limit(limit) == nullptr) return unknown_limit(limit);
    runtime.limits[limit] = value;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit) {
  return api([&](Runtime& runtime, device::Device&) {
    const auto* row = find_limit(limit);
    if (row == nullptr) return unknown_limit(limit);
    const auto set = runtime.limits.find(limit);
    return give(value, set == runtime.limits.end() ? row->initial : set->second);
  });
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache /*config*/) { return accept(); }

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  return api([&](Runtime&, device::Device&) { return give(config, cudaFuncCachePreferNone); });
}

cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig /*config*/) { return accept(); }

cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  return api(
      [&](Runtime&, device::Device&) { return give(config, cudaSharedMemBankSizeFourByte); });
}

cudaError_t cudaCtxResetPersistingL2Cache() { return accept(); }

cudaError_t cudaDeviceGetPCIBusId(char* text, int bytes, int number) {
  return for_device(number, [&](Runtime&, device::Device&) {
    if (text == nullptr || bytes <= 0) return cudaErrorInvalidValue;
    std::snprintf(text, static_cast<std::size_t>(bytes), "%s", kBusId);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetByPCIBusId(int* number, const char* text) {
  return api([&](Runtime&, device::Device&) {
    if (text == nullptr) return cudaErrorInvalidValue;
    return std::string_view(text) == kBusId ? give(number, 0) : cudaErrorInvalidDevice;
  });
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int number, int peer) {
  return api([&](Runtime&, device::Device&) {
    return number == 0 && peer == 0 ? give(can, 0) : cudaErrorInvalidDevice;
  });
}

cudaError_t cudaProfilerStart() { return accept(); }

cudaError_t cudaProfilerStop() { return accept(); }

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                            cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}

}  // extern "C"
