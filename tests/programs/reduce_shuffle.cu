// SPDX-License-Identifier: Apache-2.0
// Teaches a reduction with __shfl_down_sync: in a warp first, then over the block's warps.

#include "program.cuh"

constexpr int kBlock = 256;
constexpr unsigned kAll = 0xffffffffu;

__device__ int WarpSum(int value) {
  for (int offset = 16; offset > 0; offset /= 2) {
    value += __shfl_down_sync(kAll, value, offset);
  }
  return value;
}

__global__ void Reduce(int n, const int* in, int* partial) {
  __shared__ int warp_sums[kBlock / 32];
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const int lane = threadIdx.x % 32;
  const int warp = threadIdx.x / 32;
  int sum = WarpSum(i < n ? in[i] : 0);
  if (lane == 0) {
    warp_sums[warp] = sum;
  }
  __syncthreads();
  if (warp == 0) {
    sum = WarpSum(lane < kBlock / 32 ? warp_sums[lane] : 0);
    if (lane == 0) {
      partial[blockIdx.x] = sum;
    }
  }
}

int main() {
  const int n = 20000;
  const int blocks = (n + kBlock - 1) / kBlock;
  std::vector<int> in(n);
  std::vector<int> want(blocks);
  for (int i = 0; i < n; ++i) {
    in[i] = (i * 53) % 97 - 40;
    want[i / kBlock] += in[i];
  }
  int* device_in = ToDevice(in);
  int* device_partial = nullptr;
  CHECK(cudaMalloc(&device_partial, blocks * sizeof(int)));
  Reduce<<<blocks, kBlock>>>(n, device_in, device_partial);
  CHECK(cudaGetLastError());
  const std::vector<int> got = ToHost(device_partial, blocks);
  std::printf("first = %d, last = %d\n", got.front(), got.back());
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_partial));
  return Compare(got, want);
}
