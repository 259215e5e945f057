// SPDX-License-Identifier: Apache-2.0
// The harness's copy: what a transpose is compared with. Same grid, block and bytes as the lesson's
// kernels: a block of 32 x 8 threads moves a 32 x 32 tile, four elements a thread, and a warp reads
// and writes along rows.
#include <cuda_runtime.h>

#include <cstddef>

namespace {

constexpr int kTile = 32;
constexpr int kBlockRows = 8;

__global__ void copy_row_major(const float* __restrict__ in, float* __restrict__ out,
                               std::size_t rows, std::size_t cols) {
  const std::size_t col = blockIdx.x * std::size_t{kTile} + threadIdx.x;
  const std::size_t first_row = blockIdx.y * std::size_t{kTile} + threadIdx.y;
  for (int j = 0; j < kTile; j += kBlockRows) {
    const std::size_t row = first_row + j;
    if (row < rows && col < cols) out[row * cols + col] = in[row * cols + col];
  }
}

unsigned tiles(std::size_t elements) {
  return static_cast<unsigned>((elements + kTile - 1) / kTile);
}

}  // namespace

extern "C" void solve(const float* in, float* out, std::size_t rows, std::size_t cols) {
  const dim3 grid{tiles(cols), tiles(rows)};
  const dim3 block{kTile, kBlockRows};
  copy_row_major<<<grid, block>>>(in, out, rows, cols);
}
