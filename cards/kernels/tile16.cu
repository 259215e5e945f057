// SPDX-License-Identifier: Apache-2.0
// For warpgrade calibrate: a 16 x 16 tile, one element a thread. Many small blocks that load, meet
// and store once: what a block waits for is latency.
#include <cuda_runtime.h>

#include <cstddef>

namespace {

constexpr int kTile = 16;

__global__ void transpose_tile16(const float* __restrict__ in, float* __restrict__ out,
                                 std::size_t rows, std::size_t cols) {
  __shared__ float tile[kTile][kTile];
  std::size_t col = blockIdx.x * std::size_t{kTile} + threadIdx.x;
  std::size_t row = blockIdx.y * std::size_t{kTile} + threadIdx.y;
  if (row < rows && col < cols) tile[threadIdx.y][threadIdx.x] = in[row * cols + col];
  __syncthreads();
  col = blockIdx.y * std::size_t{kTile} + threadIdx.x;
  row = blockIdx.x * std::size_t{kTile} + threadIdx.y;
  if (row < cols && col < rows) out[row * rows + col] = tile[threadIdx.x][threadIdx.y];
}

unsigned tiles(std::size_t elements) {
  return static_cast<unsigned>((elements + kTile - 1) / kTile);
}

}  // namespace

extern "C" void solve(const float* in, float* out, std::size_t rows, std::size_t cols) {
  transpose_tile16<<<dim3{tiles(cols), tiles(rows)}, dim3{kTile, kTile}>>>(in, out, rows, cols);
}
