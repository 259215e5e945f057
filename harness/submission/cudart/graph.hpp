// SPDX-License-Identifier: Apache-2.0
// Graphs: nodes with what each does and what it waits for. Streams that are captured and the calls
// that add node by node make the same.
#pragma once

#include "harness/submission/cudart/cuda.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace warpgrade::device {
class Device;
}

namespace warpgrade::cudart {

struct Runtime;
/// One operation of a stream with all that it needs, to be done now or whenever a graph runs.
using Operation = std::function<cudaError_t(Runtime&, device::Device&)>;

/// A node; its address is the cudaGraphNode_t that programs hold.
struct Node {
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  Operation run;                   ///< Empty: it does nothing.
  std::vector<const Node*> after;  ///< What it waits for, in the same graph.
};

/// A graph that is being made: a cudaGraph_t.
struct Graph {
  std::vector<std::unique_ptr<Node>> nodes;  ///< In the order in which they were added.

  [[nodiscard]] Node* find(const void* node) const;
  /// Adds what a captured stream does next: after all that it did before.
  void append(cudaGraphNodeType type, Operation run);
};

/// A graph that can be launched: a cudaGraphExec_t. The device runs everything in order of issue,
/// so one legal order is all that is kept.
struct ExecutableGraph {
  struct Step {
    const Node* origin = nullptr;  ///< The node that it was made of; may be gone.
    cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
    Operation run;
  };
  std::vector<Step> steps;
};

/// The nodes in an order in which each comes after what it waits for, those that were added first
/// as early as that allows. Nothing if they wait for one another in a circle.
std::optional<ExecutableGraph> instantiate(const Graph& graph);

/// Does all steps in order, up to the first that fails.
cudaError_t run_steps(const ExecutableGraph& graph, Runtime& runtime, device::Device& device);

/// The graph of a handle, or null.
Graph* find_graph(Runtime& runtime, const void* handle);
/// The executable graph of a handle, or null.
ExecutableGraph* find_executable(Runtime& runtime, const void* handle);

}  // namespace warpgrade::cudart
