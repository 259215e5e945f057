// SPDX-License-Identifier: Apache-2.0
// Transpose in (rows x cols, row-major) into out (cols x rows) through a tile in shared memory. The barrier lets no
// thread read a cell before the thread that loads it has.

#include <cuda_runtime.h>

#include <cstddef>

constexpr int kTile = 32;      // A block moves a tile of kTile x kTile elements ...
constexpr int kBlockRows = 8;  // ... with kTile x kBlockRows threads: four elements a thread.

__global__ void transpose(const float* __restrict__ in, float* __restrict__ out, std::size_t rows,
                          std::size_t cols) {
  __shared__ float tile[kTile][kTile + 1];

  std::size_t col = blockIdx.x * std::size_t{kTile} + threadIdx.x;
  std::size_t first_row = blockIdx.y * std::size_t{kTile} + threadIdx.y;
  for (int j = 0; j < kTile; j += kBlockRows) {
    const std::size_t row = first_row + j;
    if (row < rows && col < cols) tile[threadIdx.y + j][threadIdx.x] = in[row * cols + col];
  }

  __syncthreads();

  col = blockIdx.y * std::size_t{kTile} + threadIdx.x;
  first_row = blockIdx.x * std::size_t{kTile} + threadIdx.y;
  for (int j = 0; j < kTile; j += kBlockRows) {
    const std::size_t row = first_row + j;
    if (row < cols && col < rows) out[row * rows + col] = tile[threadIdx.x][threadIdx.y + j];
  }
}

extern "C" void solve(const float* in, float* out, std::size_t rows, std::size_t cols) {
  const dim3 block{kTile, kBlockRows};
  const dim3 grid{static_cast<unsigned>((cols + kTile - 1) / kTile),
                  static_cast<unsigned>((rows + kTile - 1) / kTile)};
  transpose<<<grid, block>>>(in, out, rows, cols);
}
