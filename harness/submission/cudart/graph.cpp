// SPDX-License-Identifier: Apache-2.0
#include "harness/submission/cudart/graph.hpp"

#include "harness/submission/cudart/runtime.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace warpgrade::cudart {
namespace {

template <class Map>
auto* find_in(Map& map, const void* handle) {
  const auto found = map.find(handle);
  return found == map.end() ? nullptr : found->second.get();
}

}  // namespace

Node* Graph::find(const void* node) const {
  const auto is_it = [&](const auto& owned) { return owned.get() == node; };
  const auto found = std::ranges::find_if(nodes, is_it);
  return found == nodes.end() ? nullptr : found->get();
}

void Graph::append(cudaGraphNodeType type, Operation run) {
  std::vector<const Node*> after;
  if (!nodes.empty()) after.push_back(nodes.back().get());
  nodes.push_back(std::make_unique<Node>(Node{type, std::move(run), std::move(after)}));
}

std::optional<ExecutableGraph> instantiate(const Graph& graph) {
  ExecutableGraph made;
  made.steps.reserve(graph.nodes.size());
  std::set<const Node*> done;
  const auto is_ready = [&](const Node& node) {
    return !done.contains(&node) && std::ranges::all_of(node.after, [&](const Node* before) {
      return done.contains(before);
    });
  };
  // Mostly one round: nodes are seldom added before what they wait for.
  for (bool progress = true; progress;) {
    progress = false;
    for (const auto& node : graph.nodes) {
      if (!is_ready(*node)) continue;
      made.steps.push_back({node.get(), node->type, node->run});
      done.insert(node.get());
      progress = true;
    }
  }
  if (done.size() != graph.nodes.size()) return std::nullopt;
  return made;
}

cudaError_t run_steps(const ExecutableGraph& graph, Runtime& runtime, device::Device& device) {
  for (const auto& step : graph.steps) {
    if (!step.run) continue;
    if (const auto error = step.run(runtime, device); error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

Graph* find_graph(Runtime& runtime, const void* handle) { return find_in(runtime.graphs, handle); }

ExecutableGraph* find_executable(Runtime& runtime, const void* handle) {
  return find_in(runtime.executables, handle);
}

}  // namespace warpgrade::cudart
