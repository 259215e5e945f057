// SPDX-License-Identifier: Apache-2.0
// Teaches host functions in streams: they run in the stream's order, between a copy and a kernel; in a
// captured graph once each launch. Two streams of different priority meet through an event.

#include "program.cuh"

#include <cstdio>
#include <vector>

constexpr int kCount = 512;

__global__ void Increment(int* data) { data[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

void CUDART_CB Double(void* data) {
  for (int i = 0; i < kCount; ++i) static_cast<int*>(data)[i] *= 2;
}

void CUDART_CB Note(cudaStream_t, cudaError_t status, void* data) {
  if (status == cudaSuccess) ++*static_cast<int*>(data);
}

int main() {
  int lowest = 0;
  int highest = 0;
  CHECK(cudaDeviceGetStreamPriorityRange(&lowest, &highest));
  cudaStream_t first;
  cudaStream_t second;
  CHECK(cudaStreamCreateWithPriority(&first, cudaStreamNonBlocking, highest));
  CHECK(cudaStreamCreateWithPriority(&second, cudaStreamNonBlocking, lowest));
  int priority = 0;
  CHECK(cudaStreamGetPriority(first, &priority));
  std::printf("priorities are %s\n", priority == highest && highest <= lowest ? "as asked" : "odd");

  constexpr size_t bytes = kCount * sizeof(int);
  int* host = nullptr;
  CHECK(cudaMallocHost(&host, bytes));
  for (int i = 0; i < kCount; ++i) host[i] = i;
  int* device = nullptr;
  CHECK(cudaMalloc(&device, bytes));
  cudaEvent_t ready;
  CHECK(cudaEventCreateWithFlags(&ready, cudaEventDisableTiming));

  int notes = 0;
  CHECK(cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, first));
  Increment<<<kCount / 128, 128, 0, first>>>(device);
  CHECK(cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, first));
  CHECK(cudaLaunchHostFunc(first, Double, host));
  CHECK(cudaStreamAddCallback(first, Note, &notes, 0));
  CHECK(cudaEventRecord(ready, first));
  CHECK(cudaStreamWaitEvent(second, ready, 0));
  CHECK(cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, second));
  Increment<<<kCount / 128, 128, 0, second>>>(device);
  CHECK(cudaStreamSynchronize(second));
  std::printf("%d callback\n", notes);
  std::vector<int> want(kCount);
  for (int i = 0; i < kCount; ++i) want[i] = (i + 1) * 2 + 1;
  int result = Compare(ToHost(device, kCount), want);

  CHECK(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
  Increment<<<kCount / 128, 128, 0, first>>>(device);
  CHECK(cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, first));
  CHECK(cudaLaunchHostFunc(first, Double, host));
  cudaGraph_t graph;
  CHECK(cudaStreamEndCapture(first, &graph));
  cudaGraphExec_t executable;
  CHECK(cudaGraphInstantiate(&executable, graph, 0));
  CHECK(cudaGraphLaunch(executable, first));
  CHECK(cudaGraphLaunch(executable, first));
  CHECK(cudaStreamSynchronize(first));
  for (int& value : want) value = (value + 2) * 2;
  result |= Compare(std::vector<int>(host, host + kCount), want);

  CHECK(cudaGraphExecDestroy(executable));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaEventDestroy(ready));
  CHECK(cudaStreamDestroy(first));
  CHECK(cudaStreamDestroy(second));
  CHECK(cudaFree(device));
  CHECK(cudaFreeHost(host));
  return result;
}
