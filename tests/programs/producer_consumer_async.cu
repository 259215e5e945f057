// SPDX-License-Identifier: Apache-2.0
// Card: h200
// Teaches warp specialisation: one warp copies tiles with memcpy_async, the others wait at an mbarrier and compute.

#include <cuda/barrier>

#include "program.cuh"

using Barrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int kStages = 2;
constexpr int kTile = 96;
constexpr int kWarp = 32;
constexpr int kBlock = kTile + kWarp;

__global__ void Scale(int tiles, const int* in, int* out) {
  __shared__ int stage[kStages][kTile];
  __shared__ Barrier full[kStages];
  __shared__ Barrier empty[kStages];
  const int t = threadIdx.x;
  if (t < kStages) {
    init(&full[t], kBlock);
    init(&empty[t], kBlock);
  }
  __syncthreads();
  const bool produces = t < kWarp;
  for (int tile = 0; tile < tiles; ++tile) {
    const int s = tile % kStages;
    if (produces) {
      if (tile >= kStages) {
        empty[s].arrive_and_wait();
      }
      for (int i = t; i < kTile; i += kWarp) {
        cuda::memcpy_async(&stage[s][i], &in[tile * kTile + i], sizeof(int), full[s]);
      }
      (void)full[s].arrive();
    } else {
      full[s].arrive_and_wait();
      const int i = t - kWarp;
      out[tile * kTile + i] = 3 * stage[s][kTile - 1 - i];
      if (tile + kStages < tiles) {
        (void)empty[s].arrive();
      }
    }
  }
}

int main() {
  const int tiles = 7;
  std::vector<int> in(tiles * kTile);
  std::vector<int> want(in.size());
  for (size_t i = 0; i < in.size(); ++i) {
    in[i] = int(i * i % 1009);
  }
  for (int tile = 0; tile < tiles; ++tile) {
    for (int i = 0; i < kTile; ++i) {
      want[tile * kTile + i] = 3 * in[tile * kTile + kTile - 1 - i];
    }
  }
  int* device_in = ToDevice(in);
  int* device_out = ToDevice(std::vector<int>(in.size(), -1));
  Scale<<<1, kBlock>>>(tiles, device_in, device_out);
  CHECK(cudaGetLastError());
  const auto got = ToHost(device_out, in.size());
  std::printf("out[0] = %d, out[671] = %d\n", got[0], got[671]);
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  return Compare(got, want);
}
