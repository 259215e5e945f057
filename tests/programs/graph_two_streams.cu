// SPDX-License-Identifier: Apache-2.0
// A graph: captured once from two streams, launched again and again; and what a capture forbids.

#include "program.cuh"

__global__ void add(int* values, int amount) { values[threadIdx.x] += amount; }

int main() {
  constexpr int kCount = 32;
  int* values = nullptr;
  CHECK(cudaMalloc(&values, kCount * sizeof(int)));
  CHECK(cudaMemset(values, 0, kCount * sizeof(int)));
  int* host = nullptr;
  CHECK(cudaMallocHost(&host, kCount * sizeof(int)));
  cudaStream_t main_stream, side_stream;
  CHECK(cudaStreamCreate(&main_stream));
  CHECK(cudaStreamCreate(&side_stream));
  cudaEvent_t fork, join;
  CHECK(cudaEventCreate(&fork));
  CHECK(cudaEventCreate(&join));

  CHECK(cudaStreamBeginCapture(main_stream, cudaStreamCaptureModeGlobal));
  for (int i = 1; i <= 3; ++i) add<<<1, kCount, 0, main_stream>>>(values, i);
  CHECK(cudaEventRecord(fork, main_stream));
  CHECK(cudaStreamWaitEvent(side_stream, fork, 0));
  add<<<1, kCount, 0, side_stream>>>(values, 10);
  CHECK(cudaEventRecord(join, side_stream));
  CHECK(cudaStreamWaitEvent(main_stream, join, 0));
  CHECK(cudaMemcpyAsync(host, values, kCount * sizeof(int), cudaMemcpyDeviceToHost, main_stream));
  cudaStreamCaptureStatus status;
  CHECK(cudaStreamIsCapturing(main_stream, &status));
  std::printf("capturing: %d\n", status == cudaStreamCaptureStatusActive);
  cudaGraph_t graph;
  CHECK(cudaStreamEndCapture(main_stream, &graph));

  cudaGraphExec_t executable;
  CHECK(cudaGraphInstantiate(&executable, graph, 0));
  CHECK(cudaGraphDestroy(graph));
  for (int launch = 1; launch <= 3; ++launch) {
    CHECK(cudaGraphLaunch(executable, main_stream));
    CHECK(cudaStreamSynchronize(main_stream));
    std::printf("launch %d: %d %d\n", launch, host[0], host[kCount - 1]);
  }
  CHECK(cudaGraphExecDestroy(executable));

  CHECK(cudaStreamBeginCapture(main_stream, cudaStreamCaptureModeRelaxed));
  std::printf("synchronize: %s\n", cudaGetErrorName(cudaStreamSynchronize(main_stream)));
  std::printf("end: %s\n", cudaGetErrorName(cudaStreamEndCapture(main_stream, &graph)));
  std::printf("end again: %s\n", cudaGetErrorName(cudaStreamEndCapture(main_stream, &graph)));
  std::printf("default stream: %s\n",
              cudaGetErrorName(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal)));
  CHECK(cudaFreeHost(host));
  CHECK(cudaFree(values));
  CHECK(cudaEventDestroy(fork));
  CHECK(cudaEventDestroy(join));
  CHECK(cudaStreamDestroy(main_stream));
  CHECK(cudaStreamDestroy(side_stream));
  return 0;
}
