// SPDX-License-Identifier: Apache-2.0
// Teaches CUDA graphs: launches captured from a stream once and replayed three times.

#include "program.cuh"

__global__ void Add(int n, int value, int* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    data[i] += value;
  }
}

__global__ void Double(int n, int* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    data[i] *= 2;
  }
}

int main() {
  const int n = 500;
  int* data = nullptr;
  CHECK(cudaMalloc(&data, n * sizeof(int)));
  CHECK(cudaMemset(data, 0, n * sizeof(int)));
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  Add<<<4, 128, 0, stream>>>(n, 5, data);
  Double<<<4, 128, 0, stream>>>(n, data);
  CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(cudaGraphInstantiate(&executable, graph, 0));
  for (int i = 0; i < 3; ++i) {
    CHECK(cudaGraphLaunch(executable, stream));
  }
  CHECK(cudaStreamSynchronize(stream));
  std::vector<int> got(n);
  CHECK(cudaMemcpy(got.data(), data, n * sizeof(int), cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i) {
    if (got[i] != 70) {
      std::printf("differs at %d: got %d, want 70\n", i, got[i]);
      return 1;
    }
  }
  std::printf("out[0] = %d\nok\n", got[0]);
  CHECK(cudaGraphExecDestroy(executable));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFree(data));
  return 0;
}
