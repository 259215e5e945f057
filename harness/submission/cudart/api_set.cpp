// SPDX-License-Identifier: Apache-2.0
#include "harness/submission/cudart/api.hpp"
#include "harness/submission/cudart/stream.hpp"

using namespace warpgrade;
using namespace warpgrade::cudart;

namespace {

cudaError_t set_bytes(device::Device& device, void* to, int value, std::size_t count) {
  if (count == 0) return code(device.synchronize());
  return code(device.fill(address(to), static_cast<std::uint8_t>(value), 1, count));
}

}  // namespace

extern "C" {

cudaError_t cudaMemset(void* to, int value, std::size_t count) {
  return cudaMemsetAsync(to, value, count, nullptr);
}
WARPGRADE_PTDS(cudaMemset);

cudaError_t cudaMemsetAsync(void* to, int value, std::size_t count, cudaStream_t stream) {
  return in_stream(stream, [=](Runtime&, device::Device& device) {
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
  return in_stream(stream, [=](Runtime&, device::Device& device) {
    if (width > pitch && height > 1) return cudaErrorInvalidValue;
    for (std::size_t row = 0; row < height; ++row) {
      const auto error = set_bytes(device, static_cast<char*>(to) + row * pitch, value, width);
      if (error != cudaSuccess) return error;
    }
    return cudaSuccess;
  });
}
WARPGRADE_PTSZ(cudaMemset2DAsync);

}  // extern "C"
