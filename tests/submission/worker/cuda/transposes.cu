// SPDX-License-Identifier: Apache-2.0
// A tiled transpose, as a learner would hand it in.
#include "../fixtures/entry.hpp"

#include <cstddef>

constexpr int kTile = 32;
constexpr int kRows = 8;

__global__ void transpose(const float* in, float* out, std::size_t rows, std::size_t cols) {
  __shared__ float tile[kTile][kTile];
  std::size_t x = blockIdx.x * kTile + threadIdx.x;
  std::size_t y = blockIdx.y * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kRows) {
    if (x < cols && y + j < rows) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * cols + x];
  }
  __syncthreads();
  x = blockIdx.y * kTile + threadIdx.x;
  y = blockIdx.x * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kRows) {
    if (x < rows && y + j < cols) out[(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
  }
}

void solve(const float* in, float* out, std::size_t rows, std::size_t cols) {
  const dim3 grid((cols + kTile - 1) / kTile, (rows + kTile - 1) / kTile);
  transpose<<<grid, dim3(kTile, kRows)>>>(in, out, rows, cols);
}
