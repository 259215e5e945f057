// SPDX-License-Identifier: Apache-2.0
// Graphs that a program builds node by node.
#include "harness/submission/cudart/copy.hpp"
#include "harness/submission/cudart/launch.hpp"
#include "harness/submission/cudart/set.hpp"
#include "harness/submission/cudart/stream.hpp"

#include <algorithm>
#include <span>

using namespace warpgrade;
using namespace warpgrade::cudart;

namespace {

/// Where a new node goes and what it waits for.
struct Place {
  cudaGraphNode_t* node;
  cudaGraph_t graph;
  const cudaGraphNode_t* after;
  std::size_t count;
};

cudaError_t add(Runtime& runtime, const Place& place, Node node) {
  auto* graph = find_graph(runtime, place.graph);
  if (graph == nullptr || place.node == nullptr) return cudaErrorInvalidValue;
  if (place.after == nullptr && place.count > 0) return cudaErrorInvalidValue;
  for (const auto* before : std::span(place.after, place.count)) {
    const auto* const found = graph->find(before);
    if (found == nullptr) return cudaErrorInvalidValue;
    node.after.push_back(found);
  }
  graph->nodes.push_back(std::make_unique<Node>(std::move(node)));
  return give(place.node, reinterpret_cast<cudaGraphNode_t>(graph->nodes.back().get()));
}

/// A node that does `run`.
cudaError_t add(const Place& place, cudaGraphNodeType type, Operation run) {
  return api([&](Runtime& runtime, device::Device&) {
    return add(runtime, place, {type, std::move(run), {}});
  });
}

/// `use(runtime, operation)` with the launch that `parameters` describe.
template <class Use>
cudaError_t with_launch(const cudaKernelNodeParams* parameters, Use use) {
  if (parameters == nullptr) return remember(cudaErrorInvalidValue);
  return with_kernel(parameters->func, [&](Runtime& runtime, device::Device&, Kernel& kernel) {
    if (parameters->extra != nullptr) {
      runtime.note_unsupported("cudaKernelNodeParams::extra");
      return cudaErrorNotSupported;
    }
    Operation operation;
    const auto error = make_launch(
        runtime, kernel, {parameters->gridDim, parameters->blockDim, parameters->sharedMemBytes},
        parameters->kernelParams, operation);
    return error == cudaSuccess ? use(runtime, std::move(operation)) : error;
  });
}

/// Sets what one step of an executable graph does.
cudaError_t replace(Runtime& runtime, cudaGraphExec_t executable, cudaGraphNode_t node,
                    cudaGraphNodeType type, Operation run) {
  auto* const graph = find_executable(runtime, executable);
  if (graph == nullptr) return cudaErrorInvalidValue;
  const auto* const origin = reinterpret_cast<const Node*>(node);
  const auto step = std::ranges::find(graph->steps, origin, &ExecutableGraph::Step::origin);
  if (step == graph->steps.end() || step->type != type) return cudaErrorInvalidValue;
  step->run = std::move(run);
  return cudaSuccess;
}

Operation host_call(const cudaHostNodeParams& call) {
  return [call](Runtime&, device::Device& device) {
    const auto error = code(device.synchronize());
    if (error == cudaSuccess) call.fn(call.userData);
    return error;
  };
}

Operation set_call(const cudaMemsetParams& set) {
  return [set](Runtime&, device::Device& device) { return set_elements(device, set); };
}

cudaError_t add_dependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                             const cudaGraphNode_t* to, std::size_t count) {
  return api([&](Runtime& runtime, device::Device&) {
    const auto* const found = find_graph(runtime, graph);
    if (found == nullptr || ((from == nullptr || to == nullptr) && count > 0)) {
      return cudaErrorInvalidValue;
    }
    for (std::size_t i = 0; i < count; ++i) {
      const auto* const before = found->find(from[i]);
      auto* const node = found->find(to[i]);
      if (before == nullptr || node == nullptr || before == node) return cudaErrorInvalidValue;
      node->after.push_back(before);
    }
    return cudaSuccess;
  });
}

}  // namespace

extern "C" {

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                  const cudaGraphNode_t* after, std::size_t count) {
  return add({node, graph, after, count}, cudaGraphNodeTypeEmpty, {});
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, std::size_t count,
                                   const cudaKernelNodeParams* parameters) {
  return with_launch(parameters, [&](Runtime& runtime, Operation run) {
    return add(runtime, {node, graph, after, count}, {cudaGraphNodeTypeKernel, std::move(run), {}});
  });
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* parameters) {
  return with_launch(parameters, [&](Runtime& runtime, Operation run) {
    return replace(runtime, executable, node, cudaGraphNodeTypeKernel, std::move(run));
  });
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, std::size_t count,
                                   const cudaMemcpy3DParms* parameters) {
  if (parameters == nullptr) return remember(cudaErrorInvalidValue);
  return add({node, graph, after, count}, cudaGraphNodeTypeMemcpy,
             [copy = *parameters](Runtime& runtime, device::Device& device) {
               return copy_box(runtime, device, copy);
             });
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* after, std::size_t count, void* to,
                                     const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  const auto error = check_copy(bytes, kind);
  if (error != cudaSuccess) return remember(error);
  return add({node, graph, after, count}, cudaGraphNodeTypeMemcpy,
             [=](Runtime& runtime, device::Device& device) {
               return copy_bytes(runtime, device, to, from, bytes, kind);
             });
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t executable, cudaGraphNode_t node,
                                               void* to, const void* from, std::size_t bytes,
                                               cudaMemcpyKind kind) {
  return api([&](Runtime& runtime, device::Device&) {
    const auto error = check_copy(bytes, kind);
    if (error != cudaSuccess) return error;
    return replace(runtime, executable, node, cudaGraphNodeTypeMemcpy,
                   [=](Runtime& its_runtime, device::Device& device) {
                     return copy_bytes(its_runtime, device, to, from, bytes, kind);
                   });
  });
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, std::size_t count,
                                   const cudaMemsetParams* parameters) {
  if (parameters == nullptr) return remember(cudaErrorInvalidValue);
  return add({node, graph, after, count}, cudaGraphNodeTypeMemset, set_call(*parameters));
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaMemsetParams* parameters) {
  return api([&](Runtime& runtime, device::Device&) {
    if (parameters == nullptr) return cudaErrorInvalidValue;
    return replace(runtime, executable, node, cudaGraphNodeTypeMemset, set_call(*parameters));
  });
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                 const cudaGraphNode_t* after, std::size_t count,
                                 const cudaHostNodeParams* parameters) {
  const bool good = parameters != nullptr && parameters->fn != nullptr;
  if (!good) return remember(cudaErrorInvalidValue);
  return add({node, graph, after, count}, cudaGraphNodeTypeHost, host_call(*parameters));
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                           const cudaHostNodeParams* parameters) {
  return api([&](Runtime& runtime, device::Device&) {
    if (parameters == nullptr || parameters->fn == nullptr) return cudaErrorInvalidValue;
    return replace(runtime, executable, node, cudaGraphNodeTypeHost, host_call(*parameters));
  });
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                       const cudaGraphNode_t* after, std::size_t count,
                                       cudaGraph_t child) {
  return api([&](Runtime& runtime, device::Device&) {
    const auto* const found = find_graph(runtime, child);
    if (found == nullptr || child == graph) return cudaErrorInvalidValue;
    // As it is now: what is added to the child later is not seen.
    const auto made = instantiate(*found);
    if (!made) return cudaErrorInvalidValue;
    const Operation run = [steps = *made](Runtime& its_runtime, device::Device& device) {
      return run_steps(steps, its_runtime, device);
    };
    return add(runtime, {node, graph, after, count}, {cudaGraphNodeTypeGraph, run, {}});
  });
}

#if CUDART_VERSION >= 13000
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, const cudaGraphEdgeData* /*data*/,
                                     std::size_t count) {
  return add_dependencies(graph, from, to, count);
}
#else
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, std::size_t count) {
  return add_dependencies(graph, from, to, count);
}
#endif

}  // extern "C"
