// SPDX-License-Identifier: Apache-2.0
// Teaches zero-copy memory: a kernel reads and writes pinned host memory through a mapped pointer.

#include "program.cuh"

#include <cstdio>

__global__ void Triple(int n, const int* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = 3 * in[i];
  }
}

int main() {
  const int n = 2000;
  int* in = nullptr;
  int* out = nullptr;
  CHECK(cudaHostAlloc(&in, n * sizeof(int), cudaHostAllocMapped));
  CHECK(cudaHostAlloc(&out, n * sizeof(int), cudaHostAllocMapped));
  for (int i = 0; i < n; ++i) {
    in[i] = i - 1000;
    out[i] = -1;
  }
  int* device_in = nullptr;
  int* device_out = nullptr;
  CHECK(cudaHostGetDevicePointer(&device_in, in, 0));
  CHECK(cudaHostGetDevicePointer(&device_out, out, 0));
  Triple<<<(n + 127) / 128, 128>>>(n, device_in, device_out);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < n; ++i) {
    if (out[i] != 3 * (i - 1000)) {
      std::printf("differs at %d: got %d\n", i, out[i]);
      return 1;
    }
  }
  std::printf("out[0] = %d, out[1999] = %d\nok\n", out[0], out[1999]);
  CHECK(cudaFreeHost(in));
  CHECK(cudaFreeHost(out));
  return 0;
}
