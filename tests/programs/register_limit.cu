// SPDX-License-Identifier: Apache-2.0
// Teaches that registers limit a block: a kernel that keeps 200 values in flight cannot have 1024 threads,
// unless __launch_bounds__ tells the compiler to spill some of them.

#include "program.cuh"

#include <cstdio>
#include <vector>

constexpr int kValues = 200;

__device__ int Mix(const int* in, int thread) {
  int values[kValues];
#pragma unroll
  for (int i = 0; i < kValues; ++i) values[i] = in[thread + i];
  // Every value is needed to the end, so that none can be dropped early.
  int sum = 0;
#pragma unroll
  for (int round = 0; round < 2; ++round) {
#pragma unroll
    for (int i = 0; i < kValues; ++i) {
      values[i] = values[i] * 3 + values[(i + 57) % kValues];
      sum ^= values[i];
    }
  }
  return sum;
}

__global__ void Greedy(const int* in, int* out) { out[threadIdx.x] = Mix(in, threadIdx.x); }

__global__ __launch_bounds__(1024) void Bounded(const int* in, int* out) {
  out[threadIdx.x] = Mix(in, threadIdx.x);
}

int main() {
  constexpr int threads = 1024;
  std::vector<int> in(threads + kValues);
  for (size_t i = 0; i < in.size(); ++i) in[i] = static_cast<int>(i * 2654435761U);
  int* device_in = ToDevice(in);
  int* device_out = ToDevice(std::vector<int>(threads));

  cudaFuncAttributes greedy;
  cudaFuncAttributes bounded;
  CHECK(cudaFuncGetAttributes(&greedy, Greedy));
  CHECK(cudaFuncGetAttributes(&bounded, Bounded));
  const bool as_expected = greedy.numRegs > 64 && greedy.maxThreadsPerBlock < threads &&
                           bounded.numRegs <= 64 && bounded.maxThreadsPerBlock == threads;
  std::printf("registers are %s\n", as_expected ? "as expected" : "odd");

  Greedy<<<1, threads>>>(device_in, device_out);
  const bool refused = cudaGetLastError() != cudaSuccess;
  std::printf("1024 threads of the greedy kernel are %s\n", refused ? "refused" : "taken");

  Bounded<<<1, threads>>>(device_in, device_out);
  CHECK(cudaGetLastError());
  const auto all_at_once = ToHost(device_out, threads);
  for (int first = 0; first < threads; first += 128) {
    Greedy<<<1, 128>>>(device_in + first, device_out + first);
  }
  CHECK(cudaGetLastError());
  const int result = Compare(ToHost(device_out, threads), all_at_once);
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  return as_expected && refused ? result : 1;
}
