// SPDX-License-Identifier: Apache-2.0
// Teaches the occupancy functions and kernel attributes: a block size chosen at run time.

#include "program.cuh"

#include <cstdio>
#include <vector>

__global__ __launch_bounds__(512) void Negate(int n, const int* in, int* out) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    out[i] = -in[i];
  }
}

int main() {
  int min_grid = 0;
  int block = 0;
  int blocks_per_sm = 0;
  cudaFuncAttributes attributes;
  cudaDeviceProp properties;
  int device = -1;
  int sms = 0;
  CHECK(cudaGetDevice(&device));
  CHECK(cudaGetDeviceProperties(&properties, device));
  CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device));
  CHECK(cudaOccupancyMaxPotentialBlockSize(&min_grid, &block, Negate, 0, 0));
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_per_sm, Negate, 128, 0));
  CHECK(cudaFuncGetAttributes(&attributes, Negate));
  const bool right = min_grid > 0 && block >= 32 && block <= 512 && blocks_per_sm > 0 &&
                     attributes.numRegs > 0 && attributes.maxThreadsPerBlock == 512 &&
                     attributes.sharedSizeBytes == 0 && properties.warpSize == 32 &&
                     properties.maxThreadsPerBlock == 1024 && sms > 0 &&
                     sms == properties.multiProcessorCount;
  std::printf("the answers are %s\n", right ? "as expected" : "odd");
  const int n = 5000;
  std::vector<int> in(n);
  std::vector<int> want(n);
  for (int i = 0; i < n; ++i) {
    in[i] = i;
    want[i] = -i;
  }
  int* device_in = ToDevice(in);
  int* device_out = ToDevice(in);
  Negate<<<4, block>>>(n, device_in, device_out);
  CHECK(cudaGetLastError());
  const int result = Compare(ToHost(device_out, n), want);
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  return right ? result : 1;
}
