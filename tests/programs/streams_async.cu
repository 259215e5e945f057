// SPDX-License-Identifier: Apache-2.0
// Teaches two streams: pinned memory, asynchronous copies in chunks, and waiting on an event.

#include "program.cuh"

__global__ void Square(int n, const int* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = in[i] * in[i] + 1;
  }
}

int main() {
  const int n = 8192;
  const int chunk = n / 4;
  int* host_in = nullptr;
  int* host_out = nullptr;
  int* device_in = nullptr;
  int* device_out = nullptr;
  CHECK(cudaMallocHost(&host_in, n * sizeof(int)));
  CHECK(cudaHostAlloc(&host_out, n * sizeof(int), cudaHostAllocDefault));
  CHECK(cudaMalloc(&device_in, n * sizeof(int)));
  CHECK(cudaMalloc(&device_out, n * sizeof(int)));
  for (int i = 0; i < n; ++i) {
    host_in[i] = i % 1000;
  }
  cudaStream_t streams[2];
  cudaEvent_t last;
  CHECK(cudaStreamCreate(&streams[0]));
  CHECK(cudaStreamCreateWithFlags(&streams[1], cudaStreamNonBlocking));
  CHECK(cudaEventCreateWithFlags(&last, cudaEventDisableTiming));
  for (int i = 0; i < 4; ++i) {
    const int at = i * chunk;
    const cudaStream_t stream = streams[i % 2];
    CHECK(cudaMemcpyAsync(device_in + at, host_in + at, chunk * sizeof(int),
                          cudaMemcpyHostToDevice, stream));
    Square<<<(chunk + 127) / 128, 128, 0, stream>>>(chunk, device_in + at, device_out + at);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpyAsync(host_out + at, device_out + at, chunk * sizeof(int),
                          cudaMemcpyDeviceToHost, stream));
  }
  CHECK(cudaEventRecord(last, streams[1]));
  CHECK(cudaStreamWaitEvent(streams[0], last, 0));
  CHECK(cudaStreamSynchronize(streams[0]));  // and so of both
  CHECK(cudaStreamQuery(streams[1]));
  for (int i = 0; i < n; ++i) {
    if (host_out[i] != host_in[i] * host_in[i] + 1) {
      std::printf("differs at %d: got %d\n", i, host_out[i]);
      return 1;
    }
  }
  std::printf("out[8191] = %d\nok\n", host_out[n - 1]);
  CHECK(cudaEventDestroy(last));
  CHECK(cudaStreamDestroy(streams[0]));
  CHECK(cudaStreamDestroy(streams[1]));
  CHECK(cudaFreeHost(host_in));
  CHECK(cudaFreeHost(host_out));
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  return 0;
}
