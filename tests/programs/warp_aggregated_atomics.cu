// SPDX-License-Identifier: Apache-2.0
// Teaches aggregated atomics: the active lanes of a branch elect a leader that adds for all.

#include "program.cuh"

// Returns a distinct place for each of the lanes that call it together.
__device__ int Take(int* counter) {
  const unsigned active = __activemask();
  const int lane = threadIdx.x % 32;
  const int leader = __ffs(active) - 1;
  int base = 0;
  if (lane == leader) {
    base = atomicAdd(counter, __popc(active));
  }
  base = __shfl_sync(active, base, leader);
  return base + __popc(active & ((1u << lane) - 1));
}

__global__ void Select(int n, const int* in, int* counter, int* places) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 50) {
    places[i] = Take(counter);
  }
}

int main() {
  const int n = 3000;
  std::vector<int> in(n);
  int want = 0;
  for (int i = 0; i < n; ++i) {
    in[i] = i * 41 % 101;
    want += in[i] > 50 ? 1 : 0;
  }
  int* device_in = ToDevice(in);
  int* device_counter = ToDevice(std::vector<int>{0});
  int* device_places = ToDevice(std::vector<int>(n, -1));
  Select<<<(n + 255) / 256, 256>>>(n, device_in, device_counter, device_places);
  CHECK(cudaGetLastError());
  const std::vector<int> counter = ToHost(device_counter, 1);
  const std::vector<int> places = ToHost(device_places, n);
  std::vector<int> used(want);
  for (int i = 0; i < n; ++i) {
    if ((places[i] >= 0) != (in[i] > 50) || places[i] >= want) {
      std::printf("element %d has place %d\n", i, places[i]);
      return 1;
    }
    if (places[i] >= 0) {
      ++used[places[i]];
    }
  }
  std::printf("selected %d of %d\n", counter[0], n);
  return Compare(counter, {want}) + Compare(used, std::vector<int>(want, 1));
}
