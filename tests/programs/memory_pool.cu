// SPDX-License-Identifier: Apache-2.0
// Teaches memory in stream order: cudaMallocAsync from the device's own pool, whose release threshold keeps
// freed memory for the next allocation; a box of three dimensions copied in part.

#include "program.cuh"

#include <cstdint>
#include <cstdio>
#include <vector>

__global__ void Fill(int* data, int start) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = start + blockIdx.x * blockDim.x + threadIdx.x;
}

int main() {
  cudaMemPool_t pool;
  CHECK(cudaDeviceGetDefaultMemPool(&pool, 0));
  std::uint64_t threshold = UINT64_MAX;
  CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
  threshold = 0;
  CHECK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
  std::printf("the pool keeps %s\n", threshold == UINT64_MAX ? "everything" : "too little");

  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  constexpr int n = 1024;
  std::vector<int> got(n);
  int result = 0;
  for (int round = 0; round < 3; ++round) {
    int* data = nullptr;
    CHECK(round == 1 ? cudaMallocFromPoolAsync(&data, n * sizeof(int), pool, stream)
                     : cudaMallocAsync(&data, n * sizeof(int), stream));
    Fill<<<n / 256, 256, 0, stream>>>(data, round);
    CHECK(cudaMemcpyAsync(got.data(), data, n * sizeof(int), cudaMemcpyDeviceToHost, stream));
    CHECK(cudaFreeAsync(data, stream));
    CHECK(cudaStreamSynchronize(stream));
    std::vector<int> want(n);
    for (int i = 0; i < n; ++i) want[i] = i + round;
    result |= Compare(got, want);
  }
  CHECK(cudaMemPoolTrimTo(pool, 0));
  CHECK(cudaStreamDestroy(stream));

  // The inner 4 x 3 x 2 of a box of 8 x 6 x 4 bytes.
  std::vector<unsigned char> box(8 * 6 * 4);
  for (size_t i = 0; i < box.size(); ++i) box[i] = static_cast<unsigned char>(i);
  cudaPitchedPtr volume;
  CHECK(cudaMalloc3D(&volume, make_cudaExtent(8, 6, 4)));
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(box.data(), 8, 8, 6);
  copy.dstPtr = volume;
  copy.extent = make_cudaExtent(8, 6, 4);
  copy.kind = cudaMemcpyHostToDevice;
  CHECK(cudaMemcpy3D(&copy));
  std::vector<unsigned char> inner(4 * 3 * 2);
  cudaMemcpy3DParms part = {};
  part.srcPtr = volume;
  part.srcPos = make_cudaPos(2, 2, 1);
  part.dstPtr = make_cudaPitchedPtr(inner.data(), 4, 4, 3);
  part.extent = make_cudaExtent(4, 3, 2);
  part.kind = cudaMemcpyDeviceToHost;
  CHECK(cudaMemcpy3D(&part));
  std::vector<unsigned char> want;
  for (int z = 1; z < 3; ++z) {
    for (int y = 2; y < 5; ++y) {
      for (int x = 2; x < 6; ++x) want.push_back(box[(z * 6 + y) * 8 + x]);
    }
  }
  result |= Compare(inner, want);
  part.srcPos = make_cudaPos(2, 4, 1);
  std::printf("past the end: %s\n", cudaGetErrorString(cudaMemcpy3D(&part)));
  CHECK(cudaFree(volume.ptr));
  return result;
}
