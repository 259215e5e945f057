// SPDX-License-Identifier: Apache-2.0
// Teaches persistent blocks: they draw tasks of uneven length from a queue until it is empty.

#include "program.cuh"

constexpr int kTasks = 200;

__device__ int next_task;

__host__ __device__ int Collatz(long long n) {
  int steps = 0;
  while (n != 1) {
    n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    ++steps;
  }
  return steps;
}

__global__ void Work(int* longest) {
  __shared__ int task;
  __shared__ int best;
  while (true) {
    if (threadIdx.x == 0) {
      task = atomicAdd(&next_task, 1);
      best = 0;
    }
    __syncthreads();
    if (task >= kTasks) {
      return;  // the same for the whole block
    }
    atomicMax(&best, Collatz(1 + task * 32 + threadIdx.x));
    __syncthreads();
    if (threadIdx.x == 0) {
      longest[task] = best;
    }
    __syncthreads();
  }
}

int main() {
  std::vector<int> want(kTasks);
  for (int i = 0; i < kTasks * 32; ++i) {
    const int steps = Collatz(1 + i);
    want[i / 32] = steps > want[i / 32] ? steps : want[i / 32];
  }
  int* device_longest = ToDevice(std::vector<int>(kTasks, -1));
  Work<<<6, 32>>>(device_longest);
  CHECK(cudaGetLastError());
  const std::vector<int> got = ToHost(device_longest, kTasks);
  std::printf("longest[0] = %d, longest[199] = %d\n", got[0], got[199]);
  CHECK(cudaFree(device_longest));
  return Compare(got, want);
}
