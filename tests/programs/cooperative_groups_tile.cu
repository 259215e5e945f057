// SPDX-License-Identifier: Apache-2.0
// Teaches cooperative groups: a block split into tiles of 16 threads that reduce on their own.

#include <cooperative_groups.h>

#include "program.cuh"

namespace cg = cooperative_groups;

__global__ void Sums(const int* in, int* tile_sums, int* block_sums) {
  __shared__ int total;
  const cg::thread_block block = cg::this_thread_block();
  const cg::thread_block_tile<16> tile = cg::tiled_partition<16>(block);
  if (block.thread_rank() == 0) {
    total = 0;
  }
  block.sync();
  const int i = block.group_index().x * block.size() + block.thread_rank();
  int sum = in[i];
  for (int offset = tile.size() / 2; offset > 0; offset /= 2) {
    sum += tile.shfl_down(sum, offset);
  }
  if (tile.thread_rank() == 0) {
    tile_sums[i / 16] = sum;
    atomicAdd(&total, sum);
  }
  const bool any = tile.any(in[i] > 0);
  block.sync();
  if (block.thread_rank() == 0) {
    block_sums[blockIdx.x] = any ? total : -1;
  }
}

int main() {
  const int n = 1024;
  std::vector<int> in(n);
  std::vector<int> want_tiles(n / 16);
  std::vector<int> want_blocks(n / 128);
  for (int i = 0; i < n; ++i) {
    in[i] = i * 3 % 19;
    want_tiles[i / 16] += in[i];
    want_blocks[i / 128] += in[i];
  }
  int* device_in = ToDevice(in);
  int* device_tiles = ToDevice(std::vector<int>(n / 16, -1));
  int* device_blocks = ToDevice(std::vector<int>(n / 128, -1));
  Sums<<<n / 128, 128>>>(device_in, device_tiles, device_blocks);
  CHECK(cudaGetLastError());
  const std::vector<int> tiles = ToHost(device_tiles, n / 16);
  const std::vector<int> blocks = ToHost(device_blocks, n / 128);
  std::printf("tile 0: %d, block 7: %d\n", tiles[0], blocks[7]);
  return Compare(tiles, want_tiles) + Compare(blocks, want_blocks);
}
