// SPDX-License-Identifier: Apache-2.0
// Teaches a tree reduction in shared memory: one partial sum per block.

#include "program.cuh"

constexpr int kBlock = 256;

__global__ void Reduce(int n, const int* in, int* partial) {
  __shared__ int sums[kBlock];
  const int i = blockIdx.x * kBlock + threadIdx.x;
  sums[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (int stride = kBlock / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) {
      sums[threadIdx.x] += sums[threadIdx.x + stride];
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sums[0];
  }
}

int main() {
  const int n = 20000;
  const int blocks = (n + kBlock - 1) / kBlock;
  std::vector<int> in(n);
  std::vector<int> want(blocks);
  for (int i = 0; i < n; ++i) {
    in[i] = (i * 37) % 101 - 50;
    want[i / kBlock] += in[i];
  }
  int* device_in = ToDevice(in);
  int* device_partial = nullptr;
  CHECK(cudaMalloc(&device_partial, blocks * sizeof(int)));
  Reduce<<<blocks, kBlock>>>(n, device_in, device_partial);
  CHECK(cudaGetLastError());
  const std::vector<int> got = ToHost(device_partial, blocks);
  int sum = 0;
  for (const int value : got) {
    sum += value;
  }
  std::printf("blocks = %d, sum = %d\n", blocks, sum);
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_partial));
  return Compare(got, want);
}
