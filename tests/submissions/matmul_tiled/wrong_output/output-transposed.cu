// SPDX-License-Identifier: Apache-2.0
// Stores the product transposed.
#include <cuda_runtime.h>

#include <cstddef>

constexpr int kTile = 32;  // A block computes kTile x kTile cells of out, one a thread.

__global__ void multiply(const float* __restrict__ a, const float* __restrict__ b,
                         float* __restrict__ out, std::size_t rows, std::size_t cols,
                         std::size_t inner) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const std::size_t row = blockIdx.y * std::size_t{kTile} + threadIdx.y;
  const std::size_t col = blockIdx.x * std::size_t{kTile} + threadIdx.x;
  float sum = 0;
  for (std::size_t start = 0; start < inner; start += kTile) {
    const std::size_t a_col = start + threadIdx.x;
    const std::size_t b_row = start + threadIdx.y;
    a_tile[threadIdx.y][threadIdx.x] = row < rows && a_col < inner ? a[row * inner + a_col] : 0;
    b_tile[threadIdx.y][threadIdx.x] = b_row < inner && col < cols ? b[b_row * cols + col] : 0;
    __syncthreads();
    for (int k = 0; k < kTile; ++k) sum += a_tile[threadIdx.y][k] * b_tile[k][threadIdx.x];
    __syncthreads();
  }
  if (row < rows && col < cols) out[col * rows + row] = sum;
}

extern "C" void solve(const float* a, const float* b, float* out, std::size_t rows, std::size_t cols,
                      std::size_t inner) {
  const dim3 block{kTile, kTile};
  const dim3 grid{static_cast<unsigned>((cols + kTile - 1) / kTile),
                  static_cast<unsigned>((rows + kTile - 1) / kTile)};
  multiply<<<grid, block>>>(a, b, out, rows, cols, inner);
}
