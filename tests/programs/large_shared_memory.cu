// SPDX-License-Identifier: Apache-2.0
// Teaches how to ask for more than 48 KiB of shared memory with cudaFuncSetAttribute.

#include "program.cuh"

__global__ void Gather(int words, int* out) {
  extern __shared__ int own[];
  for (int i = threadIdx.x; i < words; i += blockDim.x) {
    own[i] = i * 3;
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = own[words - 1 - threadIdx.x * 61] + blockIdx.x;
}

int main() {
  const int bytes = 64 * 1024;
  const int words = bytes / 4;
  const int n = 512;
  std::vector<int> want(n);
  for (int i = 0; i < n; ++i) {
    want[i] = (words - 1 - i % 256 * 61) * 3 + i / 256;
  }
  int* out = ToDevice(std::vector<int>(n, -1));
  Gather<<<2, 256, bytes>>>(words, out);
  std::printf("without the attribute: %s\n", cudaGetErrorString(cudaGetLastError()));
  CHECK(cudaFuncSetAttribute(Gather, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  Gather<<<2, 256, bytes>>>(words, out);
  std::printf("with the attribute: %s\n", cudaGetErrorString(cudaGetLastError()));
  const std::vector<int> got = ToHost(out, n);
  std::printf("out[511] = %d\n", got[511]);
  CHECK(cudaFree(out));
  return Compare(got, want);
}
