// SPDX-License-Identifier: Apache-2.0
// Boxes of pitched memory: three dimensions.
#include "harness/submission/cudart/copy.hpp"
#include "harness/submission/cudart/host_memory.hpp"
#include "harness/submission/cudart/set.hpp"
#include "harness/submission/cudart/stream.hpp"

using namespace warpgrade;
using namespace warpgrade::cudart;

namespace {

cudaError_t set_box(device::Device& device, cudaPitchedPtr box, int value, cudaExtent extent) {
  for (std::size_t z = 0; z < extent.depth; ++z) {
    cudaMemsetParams set{};
    set.dst = static_cast<char*>(box.ptr) + z * box.pitch * box.ysize;
    set.pitch = box.pitch;
    set.value = static_cast<unsigned char>(value);
    set.elementSize = 1;
    set.width = extent.width;
    set.height = extent.height;
    if (const auto error = set_elements(device, set); error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaMalloc3D(cudaPitchedPtr* box, cudaExtent extent) {
  if (box == nullptr) return remember(cudaErrorInvalidValue);
  std::size_t rows = 0;
  if (__builtin_mul_overflow(extent.height, extent.depth, &rows)) {
    return remember(cudaErrorMemoryAllocation);
  }
  *box = {nullptr, 0, extent.width, extent.height};
  return cudaMallocPitch(&box->ptr, &box->pitch, extent.width, rows);
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters) {
  return cudaMemcpy3DAsync(parameters, nullptr);
}
WARPGRADE_PTDS(cudaMemcpy3D);

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream) {
  if (parameters == nullptr) return remember(cudaErrorInvalidValue);
  return in_stream(stream, cudaGraphNodeTypeMemcpy,
                   [copy = *parameters](Runtime& runtime, device::Device& device) {
                     return copy_box(runtime, device, copy);
                   });
}
WARPGRADE_PTSZ(cudaMemcpy3DAsync);

cudaError_t cudaMemset3D(cudaPitchedPtr box, int value, cudaExtent extent) {
  return cudaMemset3DAsync(box, value, extent, nullptr);
}
WARPGRADE_PTDS(cudaMemset3D);

cudaError_t cudaMemset3DAsync(cudaPitchedPtr box, int value, cudaExtent extent,
                              cudaStream_t stream) {
  return in_stream(stream, cudaGraphNodeTypeMemset, [=](Runtime&, device::Device& device) {
    if (extent.width > box.pitch || extent.height > box.ysize) {
      const bool flat = extent.height <= 1 && extent.depth <= 1;
      if (!flat) return cudaErrorInvalidValue;
    }
    return set_box(device, box, value, extent);
  });
}
WARPGRADE_PTSZ(cudaMemset3DAsync);

}  // extern "C"
