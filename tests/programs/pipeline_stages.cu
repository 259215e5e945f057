// SPDX-License-Identifier: Apache-2.0
// Card: h200
// Teaches cuda::pipeline: a block keeps two tiles in flight with memcpy_async of whole groups.

#include <cooperative_groups.h>
#include <cuda/pipeline>

#include "program.cuh"

namespace cg = cooperative_groups;

constexpr int kTile = 128;
constexpr int kStages = 2;

__global__ void Reverse(int tiles, const float* in, float* out) {
  __shared__ alignas(16) float stage[kStages][kTile];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> state;
  const auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  const int t = threadIdx.x;
  int fetched = 0;
  for (int tile = 0; tile < tiles; ++tile) {
    for (; fetched < tiles && fetched < tile + kStages; ++fetched) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, stage[fetched % kStages], in + fetched * kTile,
                         cuda::aligned_size_t<16>(kTile * sizeof(float)), pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    out[tile * kTile + t] = stage[tile % kStages][kTile - 1 - t];
    pipe.consumer_release();
  }
}

int main() {
  const int tiles = 5;
  std::vector<float> in(tiles * kTile);
  std::vector<float> want(in.size());
  for (size_t i = 0; i < in.size(); ++i) {
    in[i] = 0.5f * float(i);
  }
  for (int tile = 0; tile < tiles; ++tile) {
    for (int t = 0; t < kTile; ++t) {
      want[tile * kTile + t] = in[tile * kTile + kTile - 1 - t];
    }
  }
  float* device_in = ToDevice(in);
  float* device_out = ToDevice(std::vector<float>(in.size(), -1.0f));
  Reverse<<<1, kTile>>>(tiles, device_in, device_out);
  CHECK(cudaGetLastError());
  const auto got = ToHost(device_out, in.size());
  std::printf("out[0] = %g, out[639] = %g\n", got[0], got[639]);
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  return Compare(got, want);
}
