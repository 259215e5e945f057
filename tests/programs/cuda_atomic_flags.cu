// SPDX-License-Identifier: Apache-2.0
// Teaches cuda::atomic: release and acquire order pass a message from one block to the next.

#include <cuda/atomic>

#include "program.cuh"

using Flag = cuda::atomic<int, cuda::thread_scope_device>;

constexpr int kBlocks = 12;

__device__ Flag flag(0);
__device__ int message;
__device__ int ticket;

__global__ void Relay() {
  if (threadIdx.x == 0) {
    const int turn = atomicAdd(&ticket, 1);
    while (flag.load(cuda::memory_order_acquire) != turn) {
    }
    message = message * 2 + turn;
    flag.store(turn + 1, cuda::memory_order_release);
  }
}

int main() {
  Relay<<<kBlocks, 32>>>();
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  int got = 0;
  int want = 0;
  CHECK(cudaMemcpyFromSymbol(&got, message, sizeof(got)));
  for (int i = 0; i < kBlocks; ++i) {
    want = want * 2 + i;
  }
  std::printf("message %d\n%s\n", got, got == want ? "ok" : "differs");
  return got == want ? 0 : 1;
}
