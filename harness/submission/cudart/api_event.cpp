// SPDX-License-Identifier: Apache-2.0
// An event holds what the device's clock said when it was recorded.
#include "harness/submission/cudart/stream.hpp"

using namespace warpgrade;
using namespace warpgrade::cudart;

namespace {

constexpr unsigned kEventFlags =
    cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;

Event* find_event(Runtime& runtime, cudaEvent_t event) {
  const auto found = runtime.events.find(event);
  return found == runtime.events.end() ? nullptr : found->second.get();
}

/// Whether an event can be one end of an elapsed time.
bool has_time(const Event* event) {
  return event != nullptr && event->recorded && (event->flags & cudaEventDisableTiming) == 0;
}

}  // namespace

extern "C" {

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  return api([&](Runtime& runtime, device::Device& device) {
    if ((flags & ~kEventFlags) != 0) return cudaErrorInvalidValue;
    const auto error = code(device.synchronize());
    if (error != cudaSuccess) return error;
    auto made = std::make_unique<Event>(Event{flags});
    auto* handle = made.get();
    runtime.events[handle] = std::move(made);
    return give(event, reinterpret_cast<cudaEvent_t>(handle));
  });
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return api([&](Runtime& runtime, device::Device&) {
    return runtime.events.erase(event) == 1 ? cudaSuccess : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return cudaEventRecordWithFlags(event, stream, cudaEventRecordDefault);
}
WARPGRADE_PTSZ(cudaEventRecord);

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
  return on_stream(stream, [&](Runtime& runtime, device::Device& device) {
    auto* found = find_event(runtime, event);
    if (found == nullptr) return cudaErrorInvalidResourceHandle;
    if (flags > cudaEventRecordExternal) return cudaErrorInvalidValue;
    if (is_capturing(runtime, stream)) {
      runtime.capture->events.insert(event);  // Only an order, which is kept as it is.
      return cudaSuccess;
    }
    const auto error = code(device.synchronize());
    if (error != cudaSuccess) return error;
    found->recorded = true;
    found->seconds = device.clock_seconds();
    return cudaSuccess;
  });
}
WARPGRADE_PTSZ(cudaEventRecordWithFlags);

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return api([&](Runtime& runtime, device::Device& device) {
    if (find_event(runtime, event) == nullptr) return cudaErrorInvalidResourceHandle;
    return code(device.synchronize());
  });
}

cudaError_t cudaEventQuery(cudaEvent_t event) { return cudaEventSynchronize(event); }

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
  return on_stream(stream, [&](Runtime& runtime, device::Device& device) {
    if (find_event(runtime, event) == nullptr) return cudaErrorInvalidResourceHandle;
    if (flags > cudaEventWaitExternal) return cudaErrorInvalidValue;
    if (runtime.capture && runtime.capture->events.contains(event)) {
      runtime.capture->streams.insert(stream);
      return cudaSuccess;
    }
    return code(device.synchronize());
  });
}
WARPGRADE_PTSZ(cudaStreamWaitEvent);

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  return api([&](Runtime& runtime, device::Device& device) {
    const auto* first = find_event(runtime, start);
    const auto* last = find_event(runtime, end);
    if (!has_time(first) || !has_time(last)) return cudaErrorInvalidResourceHandle;
    const auto error = code(device.synchronize());
    if (error != cudaSuccess) return error;
    return give(milliseconds, static_cast<float>((last->seconds - first->seconds) * 1e3));
  });
}

}  // extern "C"

// CUDA 12's headers rename the function to _v2 from 12.8 on; export the other spelling too.
#ifdef cudaEventElapsedTime
#undef cudaEventElapsedTime
WARPGRADE_ALIAS(cudaEventElapsedTime_v2, cudaEventElapsedTime);
#else
WARPGRADE_ALIAS(cudaEventElapsedTime, cudaEventElapsedTime_v2);
#endif
