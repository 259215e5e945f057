// SPDX-License-Identifier: Apache-2.0
#include "harness/submission/cudart/api.hpp"
#include "harness/submission/cudart/set.hpp"
#include "harness/submission/cudart/stream.hpp"

using namespace warpgrade;
using namespace warpgrade::cudart;

namespace {

cudaError_t set_bytes(device::Device& device, void* to, int value, std::size_t count) {
  if (count == 0) return code(device.synchronize());
  return code(device.fill(address(to), static_cast<std::uint8_t>(value), 1, count));
}

cudaMemsetParams rows_of_bytes(void* to, std::size_t pitch, int value, std::size_t width,
                               std::size_t height) {
  cudaMemsetParams set{};
  set.dst = to;
  set.pitch = pitch;
  set.value = static_cast<unsigned char>(value);
  set.elementSize = 1;
  set.width = width;
  set.height = height;
  return set;
}

}  // namespace

namespace warpgrade::cudart {

cudaError_t set_elements(device::Device& device, const cudaMemsetParams& set) {
  const auto bytes = set.elementSize;
  const bool known_size = bytes == 1 || bytes == 2 || bytes == 4;
  if (!known_size || (set.height > 1 && set.width * bytes > set.pitch)) {
    return cudaErrorInvalidValue;
  }
  for (std::size_t row = 0; row < set.height; ++row) {
    const auto error =
        code(device.fill(address(set.dst) + row * set.pitch, set.value, bytes, set.width));
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

}  // namespace warpgrade::cudart

extern "C" {

cudaError_t cudaMemset(void* to, int value, std::size_t count) {
  return cudaMemsetAsync(to, value, count, nullptr);
}
WARPGRADE_PTDS(cudaMemset);

cudaError_t cudaMemsetAsync(void* to, int value, std::size_t count, cudaStream_t stream) {
  return in_stream(stream, cudaGraphNodeTypeMemset, [=](Runtime&, device::Device& device) {
    return set_bytes(device, to, value, count);
  });
}
WARPGRADE_PTSZ(cudaMemsetAsync);

cudaError_t cudaMemset2D(void* to, std::size_t pitch, int value, std::size_t width,
                         std::size_t height) {
  return cudaMemset2DAsync(to, pitch, value, width, height, nullptr);
}
WARPGRADE_PTDS(cudaMemset2D);

cudaError_t cudaMemset2DAsync(void* to, std::size_t pitch, int value, std::size_t width,
                              std::size_t height, cudaStream_t stream) {
  return in_stream(stream, cudaGraphNodeTypeMemset, [=](Runtime&, device::Device& device) {
    return set_elements(device, rows_of_bytes(to, pitch, value, width, height));
  });
}
WARPGRADE_PTSZ(cudaMemset2DAsync);

}  // extern "C"
