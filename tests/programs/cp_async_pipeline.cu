// SPDX-License-Identifier: Apache-2.0
// Card: h200
// Teaches asynchronous copies: the next tile is on its way into shared memory while this one is summed.

#include <cuda_pipeline.h>

#include "program.cuh"

constexpr int kBlock = 128;
constexpr int kTiles = 6;

__global__ void SumTiles(const float* in, float* out) {
  __shared__ float stage[2][kBlock];
  const int t = threadIdx.x;
  const float* const mine = in + blockIdx.x * kTiles * kBlock;
  __pipeline_memcpy_async(&stage[0][t], mine + t, sizeof(float));
  __pipeline_commit();
  float sum = 0;
  for (int tile = 0; tile < kTiles; ++tile) {
    if (tile + 1 < kTiles) {
      __pipeline_memcpy_async(&stage[(tile + 1) % 2][t], mine + (tile + 1) * kBlock + t, sizeof(float));
      __pipeline_commit();
      __pipeline_wait_prior(1);
    } else {
      __pipeline_wait_prior(0);
    }
    __syncthreads();
    sum += stage[tile % 2][kBlock - 1 - t];
    __syncthreads();
  }
  out[blockIdx.x * kBlock + t] = sum;
}

int main() {
  const int blocks = 3;
  std::vector<float> in(blocks * kTiles * kBlock);
  for (size_t i = 0; i < in.size(); ++i) {
    in[i] = float(i % 37) - 11.0f;
  }
  std::vector<float> want(blocks * kBlock);
  for (int b = 0; b < blocks; ++b) {
    for (int t = 0; t < kBlock; ++t) {
      for (int tile = 0; tile < kTiles; ++tile) {
        want[b * kBlock + t] += in[(b * kTiles + tile) * kBlock + kBlock - 1 - t];
      }
    }
  }
  float* device_in = ToDevice(in);
  float* device_out = ToDevice(std::vector<float>(want.size(), -1.0f));
  SumTiles<<<blocks, kBlock>>>(device_in, device_out);
  CHECK(cudaGetLastError());
  const auto got = ToHost(device_out, want.size());
  std::printf("out[0] = %g, out[383] = %g\n", got[0], got[383]);
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  return Compare(got, want);
}
