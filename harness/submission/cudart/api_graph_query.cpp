// SPDX-License-Identifier: Apache-2.0
// What a program may ask of a graph.
#include "harness/submission/cudart/api.hpp"

#include <algorithm>
#include <span>
#include <vector>

using namespace warpgrade;
using namespace warpgrade::cudart;

namespace {

/// Writes up to `*count` handles and how many there are.
cudaError_t give_nodes(const std::vector<const Node*>& all, cudaGraphNode_t* nodes,
                       std::size_t* count) {
  if (count == nullptr) return cudaErrorInvalidValue;
  if (nodes == nullptr) return give(count, all.size());
  const auto room = std::span(nodes, *count);
  for (std::size_t i = 0; i < room.size(); ++i) {
    const auto* const node = i < all.size() ? all[i] : nullptr;
    room[i] = reinterpret_cast<cudaGraphNode_t>(const_cast<Node*>(node));
  }
  return give(count, std::min(all.size(), room.size()));
}

/// The nodes of a graph for which `wanted(node)` holds.
template <class Wanted>
cudaError_t list_nodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count,
                       Wanted wanted) {
  return api([&](Runtime& runtime, device::Device&) {
    const auto* const found = find_graph(runtime, graph);
    if (found == nullptr) return cudaErrorInvalidValue;
    std::vector<const Node*> all;
    for (const auto& node : found->nodes) {
      if (wanted(*node)) all.push_back(node.get());
    }
    return give_nodes(all, nodes, count);
  });
}

}  // namespace

extern "C" {

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
  return list_nodes(graph, nodes, count, [](const Node&) { return true; });
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
  return list_nodes(graph, nodes, count, [](const Node& node) { return node.after.empty(); });
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
  return api([&](Runtime& runtime, device::Device&) {
    for (const auto& [handle, graph] : runtime.graphs) {
      if (const auto* const found = graph->find(node)) return give(type, found->type);
    }
    return cudaErrorInvalidValue;
  });
}

}  // extern "C"
