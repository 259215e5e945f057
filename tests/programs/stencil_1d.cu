// SPDX-License-Identifier: Apache-2.0
// Teaches a 1D stencil: the block loads its tile and the halo on both sides into shared memory.

#include "program.cuh"

constexpr int kBlock = 128;
constexpr int kRadius = 3;

__global__ void Stencil(int n, const int* in, int* out) {
  __shared__ int tile[kBlock + 2 * kRadius];
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const int t = threadIdx.x + kRadius;
  tile[t] = i < n ? in[i] : 0;
  if (threadIdx.x < kRadius) {
    tile[t - kRadius] = i >= kRadius ? in[i - kRadius] : 0;
    tile[t + kBlock] = i + kBlock < n ? in[i + kBlock] : 0;
  }
  __syncthreads();
  if (i < n) {
    int sum = 0;
    for (int offset = -kRadius; offset <= kRadius; ++offset) {
      sum += tile[t + offset];
    }
    out[i] = sum;
  }
}

int main() {
  const int n = 5000;
  std::vector<int> in(n);
  std::vector<int> want(n);
  for (int i = 0; i < n; ++i) {
    in[i] = i * i % 31;
  }
  for (int i = 0; i < n; ++i) {
    for (int j = i - kRadius; j <= i + kRadius; ++j) {
      want[i] += j >= 0 && j < n ? in[j] : 0;
    }
  }
  int* device_in = ToDevice(in);
  int* device_out = ToDevice(in);
  Stencil<<<(n + kBlock - 1) / kBlock, kBlock>>>(n, device_in, device_out);
  CHECK(cudaGetLastError());
  const std::vector<int> got = ToHost(device_out, n);
  std::printf("out[0] = %d, out[4999] = %d\n", got[0], got[4999]);
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  return Compare(got, want);
}
