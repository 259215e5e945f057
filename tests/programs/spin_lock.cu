// SPDX-License-Identifier: Apache-2.0
// Teaches a lock with atomicCAS: one thread of each block enters the critical section.

#include "program.cuh"

__device__ int lock = 0;
__device__ int counter = 0;
__device__ int history[64];

__device__ void Lock() {
  while (atomicCAS(&lock, 0, 1) != 0) {
  }
  __threadfence();
}

__device__ void Unlock() {
  __threadfence();
  atomicExch(&lock, 0);
}

__global__ void Enter() {
  if (threadIdx.x == 0) {
    Lock();
    // Only one thread is here at a time: no atomics are needed.
    volatile int* const count = &counter;
    const int place = *count;
    history[place] = blockIdx.x;
    *count = place + 1;
    Unlock();
  }
}

int main() {
  const int blocks = 64;
  Enter<<<blocks, 64>>>();
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  int count = 0;
  int places[blocks] = {};
  CHECK(cudaMemcpyFromSymbol(&count, counter, sizeof(count)));
  CHECK(cudaMemcpyFromSymbol(places, history, sizeof(places)));
  std::printf("%d blocks entered\n", count);
  int seen[blocks] = {};
  for (const int block : places) {
    ++seen[block];
  }
  for (int i = 0; i < blocks; ++i) {
    if (count != blocks || seen[i] != 1) {
      std::printf("block %d entered %d times\n", i, seen[i]);
      return 1;
    }
  }
  std::printf("ok\n");
  return 0;
}
