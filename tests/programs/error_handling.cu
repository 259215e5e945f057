// SPDX-License-Identifier: Apache-2.0
// Teaches error handling: what wrong calls return, which error sticks and which one is cleared.

#include "program.cuh"

#include <cstdio>

__global__ void Set(int* out) { out[threadIdx.x] = threadIdx.x; }

void Report(const char* what, cudaError_t status) {
  std::printf("%s: %s (%s)\n", what, cudaGetErrorName(status), cudaGetErrorString(status));
}

int main() {
  int* out = nullptr;
  CHECK(cudaMalloc(&out, 32 * sizeof(int)));
  Set<<<1, 2000>>>(out);
  Report("2000 threads a block", cudaPeekAtLastError());
  Report("the same, read and cleared", cudaGetLastError());
  Report("once more", cudaGetLastError());
  Set<<<0, 32>>>(out);
  Report("an empty grid", cudaGetLastError());
  Set<<<1, dim3(1, 1, 128)>>>(out);
  Report("128 threads in z", cudaGetLastError());
  Set<<<1, 32, 1 << 20>>>(out);
  Report("1 MiB of shared memory", cudaGetLastError());
  void* huge = nullptr;
  Report("allocate 1 PiB", cudaMalloc(&huge, size_t(1) << 50));
  cudaGetLastError();
  Report("select device 1000", cudaSetDevice(1000));
  cudaGetLastError();
  Report("copy in direction 77",
         cudaMemcpy(out, out, 4, static_cast<cudaMemcpyKind>(77)));
  cudaGetLastError();
  Report("free a null pointer", cudaFree(nullptr));
  Set<<<1, 32>>>(out);
  Report("a right launch", cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  int got[32];
  CHECK(cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost));
  for (int i = 0; i < 32; ++i) {
    if (got[i] != i) {
      std::printf("differs at %d: got %d\n", i, got[i]);
      return 1;
    }
  }
  CHECK(cudaFree(out));
  std::printf("ok\n");
  return 0;
}
