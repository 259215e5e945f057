// SPDX-License-Identifier: Apache-2.0
// out = a * b, all row-major: a is rows x inner, b is inner x cols, out is rows x cols. Right as it
// stands, but every thread reads a whole row of a and a whole column of b from global memory, and
// so does its neighbour.

#include <cuda_runtime.h>

#include <cstddef>

constexpr int kTile = 32;  // A block computes kTile x kTile cells of out, one a thread.

__global__ void multiply(const float* __restrict__ a, const float* __restrict__ b,
                         float* __restrict__ out, std::size_t rows, std::size_t cols,
                         std::size_t inner) {
  const std::size_t row = blockIdx.y * std::size_t{kTile} + threadIdx.y;
  const std::size_t col = blockIdx.x * std::size_t{kTile} + threadIdx.x;
  if (row >= rows || col >= cols) return;
  float sum = 0;
  for (std::size_t k = 0; k < inner; ++k) sum += a[row * inner + k] * b[k * cols + col];
  out[row * cols + col] = sum;
}

extern "C" void solve(const float* a, const float* b, float* out, std::size_t rows,
                      std::size_t cols, std::size_t inner) {
  const dim3 block{kTile, kTile};
  const dim3 grid{static_cast<unsigned>((cols + kTile - 1) / kTile),
                  static_cast<unsigned>((rows + kTile - 1) / kTile)};
  multiply<<<grid, block>>>(a, b, out, rows, cols, inner);
}
