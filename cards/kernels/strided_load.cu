// SPDX-License-Identifier: Apache-2.0
// For warpgrade calibrate: the naive transpose that writes along rows and reads down columns.
#include <cuda_runtime.h>

#include <cstddef>

namespace {

constexpr int kTile = 32;
constexpr int kBlockRows = 8;

__global__ void transpose_strided_load(const float* __restrict__ in, float* __restrict__ out,
                                       std::size_t rows, std::size_t cols) {
  const std::size_t col = blockIdx.x * std::size_t{kTile} + threadIdx.x;
  const std::size_t first_row = blockIdx.y * std::size_t{kTile} + threadIdx.y;
  for (int j = 0; j < kTile; j += kBlockRows) {
    const std::size_t row = first_row + j;
    if (row < cols && col < rows) out[row * rows + col] = in[col * cols + row];
  }
}

unsigned tiles(std::size_t elements) {
  return static_cast<unsigned>((elements + kTile - 1) / kTile);
}

}  // namespace

extern "C" void solve(const float* in, float* out, std::size_t rows, std::size_t cols) {
  transpose_strided_load<<<dim3{tiles(rows), tiles(cols)}, dim3{kTile, kBlockRows}>>>(in, out, rows,
                                                                                     cols);
}
