// SPDX-License-Identifier: Apache-2.0
// __device__ and __constant__ variables by their host address.
#include "harness/submission/cudart/api.hpp"
#include "harness/submission/cudart/copy.hpp"
#include "harness/submission/cudart/stream.hpp"

#include <bit>

using namespace warpgrade;
using namespace warpgrade::cudart;

namespace {

struct Place {
  char* data = nullptr;
  std::size_t bytes = 0;
};

cudaError_t find_symbol(Runtime& runtime, device::Device& device, const void* symbol,
                        Place& place) {
  const auto* variable = runtime.registry.variable(symbol);
  if (variable == nullptr) return cudaErrorInvalidSymbol;
  auto& module = *variable->module;
  if (const auto status = load(device, module); status != device::Status::success) {
    return code(status);
  }
  std::uint64_t where = 0;
  std::uint64_t bytes = 0;
  const auto status = device.variable(*module.id, variable->name, where, bytes);
  place = {std::bit_cast<char*>(where), bytes};
  return code(status);
}

/// A copy to or from `count` bytes at `offset` of a symbol: `move(runtime, device, place)` does it
/// once everything is known to be good. `direct` is the direction that it has.
template <class Move>
cudaError_t with_symbol(const void* symbol, std::size_t offset, std::size_t count,
                        cudaMemcpyKind kind, cudaMemcpyKind direct, cudaStream_t stream,
                        Move move) {
  if (kind != direct && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault) {
    return remember(cudaErrorInvalidMemcpyDirection);
  }
  return on_stream(stream, [&](Runtime& runtime, device::Device& device) {
    Place place;
    const auto error = find_symbol(runtime, device, symbol, place);
    if (error != cudaSuccess) return error;
    if (offset > place.bytes || count > place.bytes - offset) return cudaErrorInvalidValue;
    return move(runtime, device, place.data + offset);
  });
}

}  // namespace

extern "C" {

cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
  return api([&](Runtime& runtime, device::Device& device) {
    Place place;
    const auto error = find_symbol(runtime, device, symbol, place);
    return error == cudaSuccess ? give(pointer, place.data) : error;
  });
}

cudaError_t cudaGetSymbolSize(std::size_t* size, const void* symbol) {
  return api([&](Runtime& runtime, device::Device& device) {
    Place place;
    const auto error = find_symbol(runtime, device, symbol, place);
    return error == cudaSuccess ? give(size, place.bytes) : error;
  });
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, std::size_t count,
                               std::size_t offset, cudaMemcpyKind kind) {
  return cudaMemcpyToSymbolAsync(symbol, from, count, offset, kind, nullptr);
}
WARPGRADE_PTDS(cudaMemcpyToSymbol);

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, std::size_t count,
                                    std::size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
  return with_symbol(symbol, offset, count, kind, cudaMemcpyHostToDevice, stream,
                     [&](Runtime& runtime, device::Device& device, char* place) {
                       return copy_bytes(runtime, device, place, from, count, kind);
                     });
}
WARPGRADE_PTSZ(cudaMemcpyToSymbolAsync);

cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, std::size_t count,
                                 std::size_t offset, cudaMemcpyKind kind) {
  return cudaMemcpyFromSymbolAsync(to, symbol, count, offset, kind, nullptr);
}
WARPGRADE_PTDS(cudaMemcpyFromSymbol);

cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, std::size_t count,
                                      std::size_t offset, cudaMemcpyKind kind,
                                      cudaStream_t stream) {
  return with_symbol(symbol, offset, count, kind, cudaMemcpyDeviceToHost, stream,
                     [&](Runtime& runtime, device::Device& device, char* place) {
                       return copy_bytes(runtime, device, to, place, count, kind);
                     });
}
WARPGRADE_PTSZ(cudaMemcpyFromSymbolAsync);

}  // extern "C"
