// SPDX-License-Identifier: Apache-2.0
// Teaches 16-bit atomics: atomicAdd on __half2, with sums that stay exact.

#include <cuda_fp16.h>

#include "program.cuh"

__device__ __half2 sums[8];

__global__ void Add(int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(&sums[i % 8], __floats2half2_rn(0.5f, float(i % 3)));
  }
}

__global__ void Read(float2* out) { out[threadIdx.x] = __half22float2(sums[threadIdx.x]); }

int main() {
  const int n = 1000;
  float2* out = nullptr;
  CHECK(cudaMalloc(&out, 8 * sizeof(float2)));
  Add<<<8, 128>>>(n);
  CHECK(cudaGetLastError());
  Read<<<1, 8>>>(out);
  CHECK(cudaGetLastError());
  float2 got[8];
  CHECK(cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost));
  float want[8][2] = {};
  for (int i = 0; i < n; ++i) {
    want[i % 8][0] += 0.5f;
    want[i % 8][1] += float(i % 3);
  }
  for (int i = 0; i < 8; ++i) {
    std::printf("%g %g\n", got[i].x, got[i].y);
    if (got[i].x != want[i][0] || got[i].y != want[i][1]) {
      std::printf("differs: want %g %g\n", want[i][0], want[i][1]);
      return 1;
    }
  }
  CHECK(cudaFree(out));
  std::printf("ok\n");
  return 0;
}
