// SPDX-License-Identifier: Apache-2.0
// What a program may ask of a kernel, and set.
#include "harness/submission/cudart/function.hpp"

using namespace warpgrade;
using namespace warpgrade::cudart;

namespace {

constexpr int kLargestCarveout = 100;  ///< Per cent.

void describe(const device::DeviceInfo& device, const device::KernelInfo& info,
              cudaFuncAttributes& attributes) {
  attributes = {};
  attributes.sharedSizeBytes = info.static_shared_bytes;
  attributes.constSizeBytes = info.constant_bytes;
  attributes.localSizeBytes = info.local_bytes;
  attributes.maxThreadsPerBlock = static_cast<int>(info.max_threads_per_block);
  attributes.numRegs = static_cast<int>(info.registers);
  attributes.ptxVersion = static_cast<int>(info.ptx_version);
  attributes.binaryVersion = static_cast<int>(device.cc_major * 10 + device.cc_minor);
  attributes.maxDynamicSharedSizeBytes = static_cast<int>(info.max_dynamic_shared_bytes);
  attributes.preferredShmemCarveout = cudaSharedmemCarveoutDefault;
}

cudaError_t set_dynamic_shared(device::Device& device, Kernel& kernel, int value) {
  if (value < 0) return cudaErrorInvalidValue;
  const auto bytes = static_cast<std::uint64_t>(value);
  const auto status = device.set_max_dynamic_shared(*kernel.module->id, kernel.name, bytes);
  if (status != device::Status::success) return code(status);
  kernel.info->max_dynamic_shared_bytes = bytes;
  kernel.dynamic_bytes = bytes;
  return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* function) {
  return with_kernel(function, [&](Runtime&, device::Device& device, Kernel& kernel) {
    if (attributes == nullptr) return cudaErrorInvalidValue;
    describe(device.info(), *kernel.info, *attributes);
    return cudaSuccess;
  });
}

cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute, int value) {
  return with_kernel(function, [&](Runtime& runtime, device::Device& device, Kernel& kernel) {
    switch (attribute) {
      case cudaFuncAttributeMaxDynamicSharedMemorySize:
        return set_dynamic_shared(device, kernel, value);
      case cudaFuncAttributePreferredSharedMemoryCarveout:
        return value >= -1 && value <= kLargestCarveout ? cudaSuccess : cudaErrorInvalidValue;
      case cudaFuncAttributeClusterDimMustBeSet:
      case cudaFuncAttributeRequiredClusterWidth:
      case cudaFuncAttributeRequiredClusterHeight:
      case cudaFuncAttributeRequiredClusterDepth:
      case cudaFuncAttributeNonPortableClusterSizeAllowed:
      case cudaFuncAttributeClusterSchedulingPolicyPreference:
        runtime.note_unsupported("cudaFuncSetAttribute for clusters");
        return cudaErrorNotSupported;
      default:
        return cudaErrorInvalidValue;
    }
  });
}

cudaError_t cudaFuncSetCacheConfig(const void* function, cudaFuncCache /*config*/) {
  return with_kernel(function, [](Runtime&, device::Device&, Kernel&) { return cudaSuccess; });
}

cudaError_t cudaFuncSetSharedMemConfig(const void* function, cudaSharedMemConfig /*config*/) {
  return with_kernel(function, [](Runtime&, device::Device&, Kernel&) { return cudaSuccess; });
}

cudaError_t cudaFuncGetName(const char** name, const void* function) {
  return with_kernel(function, [&](Runtime&, device::Device&, Kernel& kernel) {
    return give(name, kernel.name.c_str());
  });
}

cudaError_t cudaFuncGetParamInfo(const void* function, std::size_t index, std::size_t* offset,
                                 std::size_t* bytes) {
  return with_kernel(function, [&](Runtime&, device::Device&, Kernel& kernel) {
    const auto& parameters = kernel.info->parameters;
    if (index >= parameters.size() || offset == nullptr) return cudaErrorInvalidValue;
    *offset = parameters[index].offset;
    if (bytes != nullptr) *bytes = parameters[index].bytes;
    return cudaSuccess;
  });
}

}  // extern "C"
