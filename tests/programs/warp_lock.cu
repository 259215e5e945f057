// SPDX-License-Identifier: Apache-2.0
// Teaches independent thread scheduling: every thread of a warp takes the same lock in turn.

#include "program.cuh"

__device__ int lock = 0;
__device__ int order[128];
__device__ int entered = 0;

__global__ void Enter() {
  const int own = blockIdx.x * blockDim.x + threadIdx.x;
  bool done = false;
  while (!done) {
    if (atomicCAS(&lock, 0, 1) == 0) {
      __threadfence();
      volatile int* const count = &entered;
      order[*count] = own;
      *count = *count + 1;
      __threadfence();
      atomicExch(&lock, 0);
      done = true;
    }
  }
}

int main() {
  const int n = 128;
  Enter<<<2, n / 2>>>();
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  int count = 0;
  int got[n] = {};
  CHECK(cudaMemcpyFromSymbol(&count, entered, sizeof(count)));
  CHECK(cudaMemcpyFromSymbol(got, order, sizeof(got)));
  int seen[n] = {};
  for (const int thread : got) {
    ++seen[thread];
  }
  for (int i = 0; i < n; ++i) {
    if (count != n || seen[i] != 1) {
      std::printf("thread %d entered %d times\n", i, seen[i]);
      return 1;
    }
  }
  std::printf("%d threads entered\nok\n", count);
  return 0;
}
