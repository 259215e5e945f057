// SPDX-License-Identifier: Apache-2.0
// Teaches how to time a kernel with events: record, launch, record, synchronise, elapsed time.

#include "program.cuh"

__global__ void Work(int n, unsigned* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned x = i;
    for (int step = 0; step < 50; ++step) {
      x = x * 1664525u + 1013904223u;
    }
    data[i] = x;
  }
}

int main() {
  const int n = 4096;
  unsigned* data = nullptr;
  CHECK(cudaMalloc(&data, n * sizeof(unsigned)));
  cudaEvent_t start;
  cudaEvent_t stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  CHECK(cudaEventRecord(start));
  Work<<<n / 256, 256>>>(n, data);
  CHECK(cudaGetLastError());
  CHECK(cudaEventRecord(stop));
  CHECK(cudaEventSynchronize(stop));
  CHECK(cudaEventQuery(stop));
  float milliseconds = -1.0f;
  CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
  std::printf("the time is %s\n", milliseconds >= 0.0f ? "not negative" : "negative");
  std::vector<unsigned> got(n);
  CHECK(cudaMemcpy(got.data(), data, n * sizeof(unsigned), cudaMemcpyDeviceToHost));
  unsigned want = n - 1;
  for (int step = 0; step < 50; ++step) {
    want = want * 1664525u + 1013904223u;
  }
  std::printf("data[4095] = %u\n%s\n", got[n - 1], got[n - 1] == want ? "ok" : "differs");
  CHECK(cudaEventDestroy(start));
  CHECK(cudaEventDestroy(stop));
  CHECK(cudaFree(data));
  return got[n - 1] == want && milliseconds >= 0.0f ? 0 : 1;
}
