// SPDX-License-Identifier: Apache-2.0
// Transpose in (rows x cols, row-major) into out (cols x rows), one element a thread. As it stands, values are right,
// but a warp writes to 16 different rows: stage the elements in a tile first.

#include <cuda_runtime.h>

#include <cstddef>

constexpr int kTile = 16;  // A block is kTile x kTile threads and moves a tile of as many elements.

__global__ void transpose(const float* __restrict__ in, float* __restrict__ out, std::size_t rows,
                          std::size_t cols) {
  const int x = threadIdx.x;
  const int y = threadIdx.y;
  const std::size_t row = blockIdx.x * std::size_t{kTile} + y;  // Rows along x: a grid is longest there.
  const std::size_t col = blockIdx.y * std::size_t{kTile} + x;

  if (row < rows && col < cols) out[col * rows + row] = in[row * cols + col];
}

extern "C" void solve(const float* in, float* out, std::size_t rows, std::size_t cols) {
  const dim3 block{kTile, kTile};
  const dim3 grid{static_cast<unsigned>((rows + kTile - 1) / kTile),
                  static_cast<unsigned>((cols + kTile - 1) / kTile)};
  transpose<<<grid, block>>>(in, out, rows, cols);
}
