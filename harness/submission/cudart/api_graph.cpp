// SPDX-License-Identifier: Apache-2.0
// Graphs as a whole: captured from streams, instantiated, launched. api_graph_nodes.cpp adds nodes
// one by one.
#include "harness/submission/cudart/stream.hpp"

using namespace warpgrade;
using namespace warpgrade::cudart;

namespace {

/// Keeps what was made and gives its handle.
template <class Handle, class Map, class Made>
cudaError_t keep(Map& map, Handle* to, Made made) {
  if (to == nullptr) return cudaErrorInvalidValue;
  auto* handle = made.get();
  map[handle] = std::move(made);
  return give(to, reinterpret_cast<Handle>(handle));
}

/// A graph of the same nodes.
std::unique_ptr<Graph> copy_of(const Graph& graph) {
  auto copy = std::make_unique<Graph>();
  std::map<const Node*, const Node*> twin;
  for (const auto& node : graph.nodes) {
    copy->nodes.push_back(std::make_unique<Node>(*node));
    twin[node.get()] = copy->nodes.back().get();
  }
  for (const auto& node : copy->nodes) {
    for (auto& before : node->after) before = twin.at(before);
  }
  return copy;
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
    return keep(runtime.graphs, graph, std::move(captured));
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

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned flags) {
  return api([&](Runtime& runtime, device::Device&) {
    if (flags != 0) return cudaErrorInvalidValue;
    return keep(runtime.graphs, graph, std::make_unique<Graph>());
  });
}

cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t graph) {
  return api([&](Runtime& runtime, device::Device&) {
    const auto* found = find_graph(runtime, graph);
    if (found == nullptr) return cudaErrorInvalidValue;
    return keep(runtime.graphs, clone, copy_of(*found));
  });
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* executable, cudaGraph_t graph,
                                          unsigned long long /*flags*/) {
  return api([&](Runtime& runtime, device::Device&) {
    const auto* found = find_graph(runtime, graph);
    if (found == nullptr) return cudaErrorInvalidValue;
    auto made = instantiate(*found);
    if (!made) return cudaErrorInvalidValue;
    return keep(runtime.executables, executable,
                std::make_unique<ExecutableGraph>(*std::move(made)));
  });
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph,
                                 unsigned long long flags) {
  return cudaGraphInstantiateWithFlags(executable, graph, flags);
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream) {
  return on_stream(stream, [&](Runtime& runtime, device::Device& device) {
    const auto* found = find_executable(runtime, executable);
    if (found == nullptr) return cudaErrorInvalidValue;
    if (is_capturing(runtime, stream)) return cudaErrorStreamCaptureUnsupported;
    return run_steps(*found, runtime, device);
  });
}
WARPGRADE_PTSZ(cudaGraphLaunch);

cudaError_t cudaGraphUpload(cudaGraphExec_t executable, cudaStream_t stream) {
  return on_stream(stream, [&](Runtime& runtime, device::Device&) {
    return find_executable(runtime, executable) == nullptr ? cudaErrorInvalidValue : cudaSuccess;
  });
}
WARPGRADE_PTSZ(cudaGraphUpload);

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  return api([&](Runtime& runtime, device::Device&) {
    return runtime.graphs.erase(graph) == 1 ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
  return api([&](Runtime& runtime, device::Device&) {
    return runtime.executables.erase(executable) == 1 ? cudaSuccess : cudaErrorInvalidValue;
  });
}

}  // extern "C"
