// SPDX-License-Identifier: Apache-2.0
// Teaches 3D memory: cudaMalloc3D, cudaMemset3D and cudaMemcpy3D.

#include "program.cuh"

#include <cstdio>
#include <vector>

constexpr int kX = 20;
constexpr int kY = 10;
constexpr int kZ = 6;

__global__ void Fill(cudaPitchedPtr volume) {
  const int x = threadIdx.x;
  const int y = threadIdx.y;
  const int z = blockIdx.x;
  char* const slice = static_cast<char*>(volume.ptr) + z * volume.pitch * kY;
  reinterpret_cast<int*>(slice + y * volume.pitch)[x] += (z * kY + y) * kX + x;
}

int main() {
  cudaPitchedPtr volume;
  const cudaExtent extent = make_cudaExtent(kX * sizeof(int), kY, kZ);
  CHECK(cudaMalloc3D(&volume, extent));
  CHECK(cudaMemset3D(volume, 0, extent));
  Fill<<<kZ, dim3(kX, kY)>>>(volume);
  CHECK(cudaGetLastError());
  std::vector<int> got(kX * kY * kZ, -1);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = volume;
  copy.dstPtr = make_cudaPitchedPtr(got.data(), kX * sizeof(int), kX, kY);
  copy.extent = extent;
  copy.kind = cudaMemcpyDeviceToHost;
  CHECK(cudaMemcpy3D(&copy));
  for (int i = 0; i < kX * kY * kZ; ++i) {
    if (got[i] != i) {
      std::printf("differs at %d: got %d\n", i, got[i]);
      return 1;
    }
  }
  CHECK(cudaFree(volume.ptr));
  std::printf("out[1199] = %d\nok\n", got[1199]);
  return 0;
}
