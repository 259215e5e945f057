// SPDX-License-Identifier: Apache-2.0
// The naive product: a thread an output cell, which reads a whole row of a and a whole column of b
// from global memory.
#include <cuda_runtime.h>

#include <cstddef>

namespace {

constexpr unsigned kBlockCols = 32;
constexpr unsigned kBlockRows = 8;

__global__ void multiply_naive(const float* __restrict__ a, const float* __restrict__ b,
                               float* __restrict__ out, std::size_t rows, std::size_t cols,
                               std::size_t inner) {
  const std::size_t col = blockIdx.x * std::size_t{kBlockCols} + threadIdx.x;
  const std::size_t row = blockIdx.y * std::size_t{kBlockRows} + threadIdx.y;
  if (row >= rows || col >= cols) return;
  float sum = 0;
  for (std::size_t k = 0; k < inner; ++k) sum += a[row * inner + k] * b[k * cols + col];
  out[row * cols + col] = sum;
}

unsigned blocks(std::size_t elements, unsigned size) {
  return static_cast<unsigned>((elements + size - 1) / size);
}

}  // namespace

extern "C" void solve(const float* a, const float* b, float* out, std::size_t rows,
                      std::size_t cols, std::size_t inner) {
  const dim3 grid{blocks(cols, kBlockCols), blocks(rows, kBlockRows)};
  multiply_naive<<<grid, dim3{kBlockCols, kBlockRows}>>>(a, b, out, rows, cols, inner);
}
