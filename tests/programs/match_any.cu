// SPDX-License-Identifier: Apache-2.0
// Teaches __match_any_sync: the lanes of a warp that hold the same key find each other.

#include "program.cuh"

__global__ void Group(const int* keys, unsigned* masks, int* ranks) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int lane = threadIdx.x % 32;
  const unsigned same = __match_any_sync(0xffffffffu, keys[i]);
  masks[i] = same;
  ranks[i] = __popc(same & ((1u << lane) - 1));
}

__global__ void Uniform(const int* keys, int* all) {
  int same = 0;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned mask = __match_all_sync(0xffffffffu, keys[i] / 8, &same);
  if (threadIdx.x % 32 == 0) {
    all[i / 32] = same + (mask != 0 ? 10 : 0);
  }
}

int main() {
  const int n = 512;
  std::vector<int> keys(n);
  std::vector<unsigned> want_masks(n);
  std::vector<int> want_ranks(n);
  std::vector<int> want_all(n / 32, 11);
  for (int i = 0; i < n; ++i) {
    keys[i] = i * i % (5 + i / 32);
  }
  for (int i = 0; i < n; ++i) {
    const int warp = i / 32 * 32;
    for (int lane = 0; lane < 32; ++lane) {
      if (keys[warp + lane] == keys[i]) {
        want_masks[i] |= 1u << lane;
        want_ranks[i] += warp + lane < i ? 1 : 0;
      }
      if (keys[warp + lane] / 8 != keys[warp] / 8) {
        want_all[i / 32] = 0;
      }
    }
  }
  int* device_keys = ToDevice(keys);
  unsigned* device_masks = ToDevice(want_masks);
  int* device_ranks = ToDevice(keys);
  int* device_all = ToDevice(std::vector<int>(n / 32, -1));
  CHECK(cudaMemset(device_masks, 0, n * sizeof(unsigned)));
  Group<<<n / 64, 64>>>(device_keys, device_masks, device_ranks);
  CHECK(cudaGetLastError());
  Uniform<<<n / 64, 64>>>(device_keys, device_all);
  CHECK(cudaGetLastError());
  const std::vector<unsigned> masks = ToHost(device_masks, n);
  std::printf("mask of lane 0: %08x, of thread 511: %08x\n", masks[0], masks[511]);
  return Compare(masks, want_masks) + Compare(ToHost(device_ranks, n), want_ranks) +
         Compare(ToHost(device_all, n / 32), want_all);
}
