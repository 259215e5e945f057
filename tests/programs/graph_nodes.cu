// SPDX-License-Identifier: Apache-2.0
// Teaches graphs built node by node: a diamond of two kernels between a copy in and a copy out, with the
// dependencies said outright; launched again with other arguments of one node.

#include "program.cuh"

#include <cstdio>
#include <vector>

constexpr int kCount = 1000;

__global__ void Scale(float* data, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < kCount) data[i] *= factor;
}

__global__ void Add(const float* a, const float* b, float* sum) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < kCount) sum[i] += a[i] + b[i];
}

cudaKernelNodeParams Kernel(const void* function, void** arguments) {
  cudaKernelNodeParams parameters = {};
  parameters.func = const_cast<void*>(function);
  parameters.gridDim = dim3((kCount + 255) / 256);
  parameters.blockDim = dim3(256);
  parameters.kernelParams = arguments;
  return parameters;
}

struct Tally {
  const float* sum;
  int launches;
  double total;
};

// Host nodes may not call CUDA, but may use what the nodes before them have copied.
void CUDART_CB Count(void* data) {
  auto* tally = static_cast<Tally*>(data);
  ++tally->launches;
  tally->total = 0;
  for (int i = 0; i < kCount; ++i) tally->total += tally->sum[i];
}

int main() {
  constexpr size_t bytes = kCount * sizeof(float);
  std::vector<float> in(kCount);
  for (int i = 0; i < kCount; ++i) in[i] = static_cast<float>(i % 10);
  std::vector<float> out(kCount);
  float* a = nullptr;
  float* b = nullptr;
  float* sum = nullptr;
  CHECK(cudaMalloc(&a, bytes));
  CHECK(cudaMalloc(&b, bytes));
  CHECK(cudaMalloc(&sum, bytes));

  cudaGraph_t graph;
  CHECK(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t copy_a;
  cudaGraphNode_t copy_b;
  cudaGraphNode_t clear;
  CHECK(cudaGraphAddMemcpyNode1D(&copy_a, graph, nullptr, 0, a, in.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaGraphAddMemcpyNode1D(&copy_b, graph, nullptr, 0, b, in.data(), bytes, cudaMemcpyHostToDevice));
  cudaMemsetParams zero = {};
  zero.dst = sum;
  zero.elementSize = sizeof(float);
  zero.width = kCount;
  zero.height = 1;
  CHECK(cudaGraphAddMemsetNode(&clear, graph, nullptr, 0, &zero));

  float factor_a = 2;
  float factor_b = 3;
  void* scale_a_arguments[] = {&a, &factor_a};
  void* scale_b_arguments[] = {&b, &factor_b};
  void* add_arguments[] = {&a, &b, &sum};
  auto scale_a_parameters = Kernel(reinterpret_cast<const void*>(Scale), scale_a_arguments);
  auto scale_b_parameters = Kernel(reinterpret_cast<const void*>(Scale), scale_b_arguments);
  auto add_parameters = Kernel(reinterpret_cast<const void*>(Add), add_arguments);
  cudaGraphNode_t scale_a;
  cudaGraphNode_t scale_b;
  cudaGraphNode_t add;
  CHECK(cudaGraphAddKernelNode(&scale_a, graph, &copy_a, 1, &scale_a_parameters));
  CHECK(cudaGraphAddKernelNode(&scale_b, graph, &copy_b, 1, &scale_b_parameters));
  factor_a = 100;  // Too late: arguments are copied when the node is added.
  const cudaGraphNode_t before_add[] = {scale_a, scale_b, clear};
  CHECK(cudaGraphAddKernelNode(&add, graph, before_add, 3, &add_parameters));

  cudaGraphNode_t copy_out;
  cudaMemcpy3DParms back = {};
  back.srcPtr = make_cudaPitchedPtr(sum, bytes, kCount, 1);
  back.dstPtr = make_cudaPitchedPtr(out.data(), bytes, kCount, 1);
  back.extent = make_cudaExtent(bytes, 1, 1);
  back.kind = cudaMemcpyDeviceToHost;
  CHECK(cudaGraphAddMemcpyNode(&copy_out, graph, &add, 1, &back));
  Tally tally = {out.data(), 0, 0};
  const cudaHostNodeParams host = {Count, &tally};
  cudaGraphNode_t count;
  CHECK(cudaGraphAddHostNode(&count, graph, &copy_out, 1, &host));

  size_t nodes = 0;
  size_t roots = 0;
  CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
  CHECK(cudaGraphGetRootNodes(graph, nullptr, &roots));
  cudaGraphNodeType type;
  CHECK(cudaGraphNodeGetType(clear, &type));
  std::printf("%zu nodes, %zu of them wait for none, %s\n", nodes, roots,
              type == cudaGraphNodeTypeMemset ? "one is a memset" : "odd");

  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  cudaGraphExec_t executable;
  CHECK(cudaGraphInstantiate(&executable, graph, 0));
  for (int i = 0; i < 3; ++i) CHECK(cudaGraphLaunch(executable, stream));
  CHECK(cudaStreamSynchronize(stream));
  std::printf("%d launches, total %.0f\n", tally.launches, tally.total);

  factor_b = 7;
  CHECK(cudaGraphExecKernelNodeSetParams(executable, scale_b, &scale_b_parameters));
  CHECK(cudaGraphLaunch(executable, stream));
  CHECK(cudaStreamSynchronize(stream));
  std::printf("%d launches, total %.0f\n", tally.launches, tally.total);
  std::vector<float> want(kCount);
  for (int i = 0; i < kCount; ++i) want[i] = in[i] * (2 + 7);
  const int result = Compare(out, want);

  CHECK(cudaGraphExecDestroy(executable));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFree(a));
  CHECK(cudaFree(b));
  CHECK(cudaFree(sum));
  return result;
}
