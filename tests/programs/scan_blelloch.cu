// SPDX-License-Identifier: Apache-2.0
// Teaches the Blelloch exclusive scan over many blocks: up-sweep, down-sweep, add block sums.

#include "program.cuh"

constexpr int kBlock = 256;  // threads; each block scans twice as many elements

__global__ void ScanBlocks(const int* in, int* out, int* sums) {
  __shared__ int tree[2 * kBlock];
  const int t = threadIdx.x;
  const int base = blockIdx.x * 2 * kBlock;
  tree[t] = in[base + t];
  tree[t + kBlock] = in[base + t + kBlock];
  int offset = 1;
  for (int d = kBlock; d > 0; d /= 2, offset *= 2) {
    __syncthreads();
    if (t < d) {
      tree[offset * (2 * t + 2) - 1] += tree[offset * (2 * t + 1) - 1];
    }
  }
  if (t == 0) {
    sums[blockIdx.x] = tree[2 * kBlock - 1];
    tree[2 * kBlock - 1] = 0;
  }
  for (int d = 1; d <= kBlock; d *= 2) {
    offset /= 2;
    __syncthreads();
    if (t < d) {
      const int left = tree[offset * (2 * t + 1) - 1];
      tree[offset * (2 * t + 1) - 1] = tree[offset * (2 * t + 2) - 1];
      tree[offset * (2 * t + 2) - 1] += left;
    }
  }
  __syncthreads();
  out[base + t] = tree[t];
  out[base + t + kBlock] = tree[t + kBlock];
}

__global__ void AddOffsets(const int* offsets, int* out) {
  out[blockIdx.x * 2 * kBlock + threadIdx.x] += offsets[blockIdx.x];
  out[blockIdx.x * 2 * kBlock + kBlock + threadIdx.x] += offsets[blockIdx.x];
}

int main() {
  const int blocks = 16;
  const int n = blocks * 2 * kBlock;
  std::vector<int> in(n);
  std::vector<int> want(n);
  for (int i = 0; i < n; ++i) {
    in[i] = (i * 7) % 13;
    want[i] = i == 0 ? 0 : want[i - 1] + in[i - 1];
  }
  int* device_in = ToDevice(in);
  int* device_out = nullptr;
  CHECK(cudaMalloc(&device_out, n * sizeof(int)));
  // The sums of the blocks are one tile of the same scan, filled up with zeros.
  int* device_sums = ToDevice(std::vector<int>(2 * kBlock, 0));
  int* device_total = ToDevice(std::vector<int>{0});
  ScanBlocks<<<blocks, kBlock>>>(device_in, device_out, device_sums);
  ScanBlocks<<<1, kBlock>>>(device_sums, device_sums, device_total);
  AddOffsets<<<blocks, kBlock>>>(device_sums, device_out);
  CHECK(cudaGetLastError());
  const std::vector<int> got = ToHost(device_out, n);
  std::printf("last = %d, total = %d\n", got.back(), ToHost(device_total, 1)[0]);
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  CHECK(cudaFree(device_sums));
  CHECK(cudaFree(device_total));
  return Compare(got, want);
}
