// SPDX-License-Identifier: Apache-2.0
// Teaches the group algorithms: cg::reduce over a warp tile, and a coalesced group of a branch.

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "program.cuh"

namespace cg = cooperative_groups;

__global__ void Reduce(const int* in, int* sums, int* highs, int* selected) {
  const cg::thread_block block = cg::this_thread_block();
  const cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  const int i = blockIdx.x * blockDim.x + block.thread_rank();
  const int sum = cg::reduce(warp, in[i], cg::plus<int>());
  const int high = cg::reduce(warp, in[i], cg::greater<int>());
  if (warp.thread_rank() == 0) {
    sums[i / 32] = sum;
    highs[i / 32] = high;
  }
  if (in[i] % 2 == 1) {
    const cg::coalesced_group odd = cg::coalesced_threads();
    if (odd.thread_rank() == 0) {
      atomicAdd(selected, int(odd.size()));
    }
  }
}

int main() {
  const int n = 512;
  std::vector<int> in(n);
  std::vector<int> want_sums(n / 32);
  std::vector<int> want_highs(n / 32);
  int want_odd = 0;
  for (int i = 0; i < n; ++i) {
    in[i] = i * 19 % 83;
    want_sums[i / 32] += in[i];
    want_highs[i / 32] = in[i] > want_highs[i / 32] ? in[i] : want_highs[i / 32];
    want_odd += in[i] % 2;
  }
  int* device_in = ToDevice(in);
  int* device_sums = ToDevice(std::vector<int>(n / 32, -1));
  int* device_highs = ToDevice(std::vector<int>(n / 32, -1));
  int* device_odd = ToDevice(std::vector<int>{0});
  Reduce<<<n / 128, 128>>>(device_in, device_sums, device_highs, device_odd);
  CHECK(cudaGetLastError());
  const std::vector<int> sums = ToHost(device_sums, n / 32);
  const std::vector<int> odd = ToHost(device_odd, 1);
  std::printf("warp 15: %d, odd: %d\n", sums[15], odd[0]);
  return Compare(sums, want_sums) + Compare(ToHost(device_highs, n / 32), want_highs) +
         Compare(odd, {want_odd});
}
