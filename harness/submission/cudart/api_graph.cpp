// SPDX-License-Identifier: Apache-2.0
// Graphs that a stream is captured into. Those built node by node are not supported, by name.
#include "harness/submission/cudart/stream.hpp"

using namespace warpgrade;
using namespace warpgrade::cudart;

namespace {

const Graph* find_graph(const Runtime& runtime, const void* handle) {
  const auto found = runtime.graphs.find(handle);
  return found == runtime.graphs.end() ? nullptr : found->second.get();
}

/// Keeps the graph and gives its handle.
template <class Handle>
cudaError_t give_graph(Runtime& runtime, Handle* to, std::unique_ptr<Graph> graph) {
  auto* handle = graph.get();
  runtime.graphs[handle] = std::move(graph);
  return give(to, reinterpret_cast<Handle>(handle));
}

cudaError_t destroy(const void* handle) {
  return api([&](Runtime& runtime, device::Device&) {
    return runtime.graphs.erase(handle) == 1 ? cudaSuccess : cudaErrorInvalidValue;
  });
}

}  // namespace

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  return on_stream(stream, [&](Runtime& runtime, device::Device&) {
    if (mode > cudaStreamCaptureModeRelaxed) return cudaErrorInvalidValue;
    // The default streams cannot be captured; ours is one capture at a time.
    if (find_stream(runtime, stream)->id < 2) return cudaErrorStreamCaptureUnsupported;
    if (runtime.capture) return cudaErrorIllegalState;
    runtime.capture.emplace(Capture{stream, {stream}, {}, std::make_unique<Graph>()});
    return cudaSuccess;
  });
}
WARPGRADE_PTSZ(cudaStreamBeginCapture);

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  return on_stream(stream, [&](Runtime& runtime, device::Device&) {
    if (!is_capturing(runtime, stream)) return cudaErrorIllegalState;
    if (runtime.capture->origin != stream) return cudaErrorStreamCaptureUnmatched;
    auto captured = std::move(runtime.capture->graph);
    const bool broken = runtime.capture->broken;
    runtime.capture.reset();
    if (broken) {
      give(graph, nullptr);
      return cudaErrorStreamCaptureInvalidated;
    }
    return give_graph(runtime, graph, std::move(captured));
  });
}
WARPGRADE_PTSZ(cudaStreamEndCapture);

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  return on_stream(stream, [&](Runtime& runtime, device::Device&) {
    return give(status, is_capturing(runtime, stream) ? cudaStreamCaptureStatusActive
                                                      : cudaStreamCaptureStatusNone);
  });
}
WARPGRADE_PTSZ(cudaStreamIsCapturing);

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* executable, cudaGraph_t graph,
                                          unsigned long long /*flags*/) {
  return api([&](Runtime& runtime, device::Device&) {
    const auto* found = find_graph(runtime, graph);
    if (found == nullptr) return cudaErrorInvalidValue;
    return give_graph(runtime, executable, std::make_unique<Graph>(*found));
  });
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph,
                                 unsigned long long flags) {
  return cudaGraphInstantiateWithFlags(executable, graph, flags);
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream) {
  return on_stream(stream, [&](Runtime& runtime, device::Device& device) {
    const auto* found = find_graph(runtime, executable);
    if (found == nullptr) return cudaErrorInvalidValue;
    if (is_capturing(runtime, stream)) return cudaErrorStreamCaptureUnsupported;
    for (const auto& operation : found->operations) {
      if (const auto error = operation(runtime, device); error != cudaSuccess) return error;
    }
    return cudaSuccess;
  });
}
WARPGRADE_PTSZ(cudaGraphLaunch);

cudaError_t cudaGraphUpload(cudaGraphExec_t executable, cudaStream_t stream) {
  return on_stream(stream, [&](Runtime& runtime, device::Device&) {
    return find_graph(runtime, executable) == nullptr ? cudaErrorInvalidValue : cudaSuccess;
  });
}
WARPGRADE_PTSZ(cudaGraphUpload);

cudaError_t cudaGraphDestroy(cudaGraph_t graph) { return destroy(graph); }

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) { return destroy(executable); }

}  // extern "C"
