// SPDX-License-Identifier: Apache-2.0
// Streams are numbers that the device records; it runs everything in order of issue.
#include "harness/submission/cudart/stream.hpp"

#include <algorithm>
#include <array>

using namespace warpgrade;
using namespace warpgrade::cudart;

namespace warpgrade::cudart {

namespace {

/// The null stream, cudaStreamLegacy and cudaStreamPerThread.
constexpr std::array kDefaultStreams{Stream{0, 0, 0}, Stream{1, 0, 0}, Stream{2, 0, 0}};

}  // namespace

const Stream* find_stream(Runtime& runtime, cudaStream_t stream) {
  for (const auto& special : kDefaultStreams) {
    if (address(stream) == special.id) return &special;
  }
  const auto found = runtime.streams.find(stream);
  return found == runtime.streams.end() ? nullptr : found->second.get();
}

bool is_capturing(const Runtime& runtime, cudaStream_t stream) {
  return runtime.capture && runtime.capture->streams.contains(stream);
}

cudaError_t in_stream(cudaStream_t stream, cudaGraphNodeType type,
                      const Operation& operation) noexcept {
  return on_stream(stream, [&](Runtime& runtime, device::Device& device) {
    if (!is_capturing(runtime, stream)) return operation(runtime, device);
    runtime.capture->graph->append(type, operation);
    return cudaSuccess;
  });
}

}  // namespace warpgrade::cudart

namespace {

constexpr int kLowestPriority = 0;
constexpr int kHighestPriority = -5;

bool is_captured(cudaStream_t stream) {
  bool captured = false;
  on_stream(stream, [&](Runtime& runtime, device::Device&) {
    captured = is_capturing(runtime, stream);
    return cudaSuccess;
  });
  return captured;
}

/// Gives `read(stream)` to `to`.
template <class T, class Read>
cudaError_t stream_value(cudaStream_t stream, T* to, Read read) {
  return on_stream(stream, [&](Runtime& runtime, device::Device&) {
    return give(to, read(*find_stream(runtime, stream)));
  });
}

}  // namespace

extern "C" {

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return cudaStreamCreateWithPriority(stream, cudaStreamDefault, kLowestPriority);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  return cudaStreamCreateWithPriority(stream, flags, kLowestPriority);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
  return api([&](Runtime& runtime, device::Device& device) {
    if (flags > cudaStreamNonBlocking) return cudaErrorInvalidValue;
    const auto error = code(device.synchronize());
    if (error != cudaSuccess) return error;
    const auto inside = std::clamp(priority, kHighestPriority, kLowestPriority);
    auto made = std::make_unique<Stream>(Stream{runtime.next_stream++, flags, inside});
    const auto* handle = made.get();
    runtime.streams[handle] = std::move(made);
    return give(stream, reinterpret_cast<cudaStream_t>(const_cast<Stream*>(handle)));
  });
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return api([&](Runtime& runtime, device::Device&) {
    return runtime.streams.erase(stream) == 1 ? cudaSuccess : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return on_stream(stream, [&](Runtime& runtime, device::Device& device) {
    if (is_capturing(runtime, stream)) {
      runtime.capture->broken = true;
      return cudaErrorStreamCaptureUnsupported;
    }
    return code(device.synchronize());
  });
}
WARPGRADE_PTSZ(cudaStreamSynchronize);

cudaError_t cudaStreamQuery(cudaStream_t stream) { return cudaStreamSynchronize(stream); }
WARPGRADE_PTSZ(cudaStreamQuery);

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
  return stream_value(stream, flags, [](const Stream& s) { return s.flags; });
}
WARPGRADE_PTSZ(cudaStreamGetFlags);

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  return stream_value(stream, priority, [](const Stream& s) { return s.priority; });
}
WARPGRADE_PTSZ(cudaStreamGetPriority);

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) {
  return stream_value(stream, id, [](const Stream& s) { return s.id; });
}
WARPGRADE_PTSZ(cudaStreamGetId);

cudaError_t cudaDeviceGetStreamPriorityRange(int* lowest, int* highest) {
  return api([&](Runtime&, device::Device&) {
    if (lowest != nullptr) *lowest = kLowestPriority;
    if (highest != nullptr) *highest = kHighestPriority;
    return cudaSuccess;
  });
}

// The function runs without the lock: it may do what it likes, though CUDA forbids it calls.
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  if (function == nullptr) return remember(cudaErrorInvalidValue);
  if (is_captured(stream)) {
    return in_stream(stream, cudaGraphNodeTypeHost, [=](Runtime&, device::Device& device) {
      const auto error = code(device.synchronize());
      if (error == cudaSuccess) function(data);
      return error;
    });
  }
  const auto error = cudaStreamSynchronize(stream);
  if (error == cudaSuccess) function(data);
  return error;
}
WARPGRADE_PTSZ(cudaLaunchHostFunc);

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data,
                                  unsigned flags) {
  if (callback == nullptr || flags != 0) return remember(cudaErrorInvalidValue);
  const auto error = cudaStreamSynchronize(stream);
  if (error != cudaErrorInvalidResourceHandle) callback(stream, error, data);
  return error;
}
WARPGRADE_PTSZ(cudaStreamAddCallback);

}  // extern "C"
