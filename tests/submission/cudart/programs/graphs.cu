// SPDX-License-Identifier: Apache-2.0
// What graphs refuse.
#include "say.hpp"

int main() {
  cudaGraph_t graph, other;
  cudaGraphNode_t a, b, foreign, none;
  cudaGraphExec_t executable;
  SAY(cudaGraphCreate(&graph, 1));
  SAY(cudaGraphCreate(&graph, 0));
  SAY(cudaGraphCreate(&other, 0));
  SAY(cudaGraphAddEmptyNode(&a, graph, nullptr, 0));
  SAY(cudaGraphAddEmptyNode(&b, graph, &a, 1));
  SAY(cudaGraphAddEmptyNode(&foreign, other, nullptr, 0));
  SAY(cudaGraphAddEmptyNode(&none, graph, &foreign, 1));
  SAY(cudaGraphAddEmptyNode(&none, graph, nullptr, 1));
  cudaHostNodeParams host = {};
  SAY(cudaGraphAddHostNode(&none, graph, nullptr, 0, &host));
  cudaKernelNodeParams kernel = {};
  SAY(cudaGraphAddKernelNode(&none, graph, nullptr, 0, &kernel));
  SAY(cudaGraphAddChildGraphNode(&none, graph, nullptr, 0, graph));
  size_t count = 0;
  SAY(cudaGraphGetNodes(graph, nullptr, &count));
  VALUE(count);
  SAY(cudaGraphInstantiate(&executable, graph, 0));
  SAY(cudaGraphExecHostNodeSetParams(executable, a, &host));
  SAY(cudaGraphLaunch(executable, 0));
#if CUDART_VERSION >= 13000
  SAY(cudaGraphAddDependencies(graph, &b, &a, nullptr, 1));
#else
  SAY(cudaGraphAddDependencies(graph, &b, &a, 1));
#endif
  cudaGraphExec_t circle;
  SAY(cudaGraphInstantiate(&circle, graph, 0));
  SAY(cudaGraphDestroy(graph));
  SAY(cudaGraphDestroy(graph));
  SAY(cudaGraphLaunch(executable, 0));
  SAY(cudaGraphExecDestroy(executable));
  SAY(cudaGraphLaunch(executable, 0));
}
