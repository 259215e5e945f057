// SPDX-License-Identifier: Apache-2.0
// Copies. The device runs everything in order, so the asynchronous ones are finished when they
// return.
#include "harness/submission/cudart/api.hpp"
#include "harness/submission/cudart/copy.hpp"
#include "harness/submission/cudart/stream.hpp"

using namespace warpgrade;
using namespace warpgrade::cudart;

extern "C" {

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return cudaMemcpyAsync(to, from, bytes, kind, nullptr);
}
WARPGRADE_PTDS(cudaMemcpy);

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  const auto error = check_copy(bytes, kind);
  if (bytes == 0 || error != cudaSuccess) return remember(error);
  return in_stream(stream, cudaGraphNodeTypeMemcpy, [=](Runtime& runtime, device::Device& device) {
    return copy_bytes(runtime, device, to, from, bytes, kind);
  });
}
WARPGRADE_PTSZ(cudaMemcpyAsync);

cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                         std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  return cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, nullptr);
}
WARPGRADE_PTDS(cudaMemcpy2D);

cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from,
                              std::size_t from_pitch, std::size_t width, std::size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream) {
  const auto error = check_copy(width * height, kind);
  if (error != cudaSuccess) return remember(error);
  return in_stream(stream, cudaGraphNodeTypeMemcpy, [=](Runtime& runtime, device::Device& device) {
    return copy_rows(runtime, device,
                     {static_cast<char*>(to), to_pitch, static_cast<const char*>(from), from_pitch,
                      width, height},
                     kind);
  });
}
WARPGRADE_PTSZ(cudaMemcpy2DAsync);

cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device,
                           std::size_t bytes) {
  return cudaMemcpyPeerAsync(to, to_device, from, from_device, bytes, nullptr);
}

cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device,
                                std::size_t bytes, cudaStream_t stream) {
  return on_stream(stream, [&](Runtime& runtime, device::Device& device) {
    if (to_device != 0 || from_device != 0) return cudaErrorInvalidDevice;
    return copy_bytes(runtime, device, to, from, bytes, cudaMemcpyDeviceToDevice);
  });
}

}  // extern "C"
