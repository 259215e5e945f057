// SPDX-License-Identifier: Apache-2.0
// Teaches blocks that wait for one another: the first block adds up what the later ones announce with flags.

#include "program.cuh"

__global__ void Collect(const int* in, int* partial, volatile int* ready, int* total) {
  const int b = blockIdx.x;
  if (b != 0) {
    atomicAdd(&partial[b], in[b * blockDim.x + threadIdx.x]);
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
      ready[b] = 1;
    }
    return;
  }
  for (int i = 1 + threadIdx.x; i < gridDim.x; i += blockDim.x) {
    while (ready[i] == 0) {
    }
    __threadfence();
    atomicAdd(total, atomicAdd(&partial[i], 0));
  }
}

int main() {
  const int blocks = 24;
  const int threads = 64;
  std::vector<int> in(blocks * threads);
  int want = 0;
  for (int i = 0; i < blocks * threads; ++i) {
    in[i] = i % 23 - 5;
    want += i < threads ? 0 : in[i];
  }
  int* device_in = ToDevice(in);
  int* partial = ToDevice(std::vector<int>(blocks, 0));
  int* ready = ToDevice(std::vector<int>(blocks, 0));
  int* total = ToDevice(std::vector<int>(1, 0));
  Collect<<<blocks, threads>>>(device_in, partial, ready, total);
  CHECK(cudaGetLastError());
  const auto got = ToHost(total, 1);
  std::printf("total = %d\n", got[0]);
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(partial));
  CHECK(cudaFree(ready));
  CHECK(cudaFree(total));
  return Compare(got, std::vector<int>(1, want));
}
