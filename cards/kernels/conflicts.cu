// SPDX-License-Identifier: Apache-2.0
// For warpgrade calibrate: a transpose whose blocks read shared memory again and again with 32
// lanes on one bank, so that its time is that of wavefronts and of nothing else.
#include <cuda_runtime.h>

#include <cstddef>

namespace {

constexpr int kTile = 32;
constexpr int kBlockRows = 8;
constexpr int kReads = 32;  // Of each element.

__global__ void transpose_with_conflicts(const float* __restrict__ in, float* __restrict__ out,
                                         std::size_t rows, std::size_t cols) {
  __shared__ float storage[kTile][kTile];
  volatile float(*tile)[kTile] = storage;  // Each read is one, whatever was read before.
  std::size_t col = blockIdx.x * std::size_t{kTile} + threadIdx.x;
  std::size_t row = blockIdx.y * std::size_t{kTile} + threadIdx.y;
  for (int j = 0; j < kTile; j += kBlockRows) {
    if (row + j < rows && col < cols) tile[threadIdx.y + j][threadIdx.x] = in[(row + j) * cols + col];
  }
  __syncthreads();
  col = blockIdx.y * std::size_t{kTile} + threadIdx.x;
  row = blockIdx.x * std::size_t{kTile} + threadIdx.y;
  for (int j = 0; j < kTile; j += kBlockRows) {
    if (row + j >= cols || col >= rows) continue;
    float value = 0;
    for (int i = 0; i < kReads; ++i) value = tile[threadIdx.x][threadIdx.y + j];
    out[(row + j) * rows + col] = value;
  }
}

unsigned tiles(std::size_t elements) {
  return static_cast<unsigned>((elements + kTile - 1) / kTile);
}

}  // namespace

extern "C" void solve(const float* in, float* out, std::size_t rows, std::size_t cols) {
  transpose_with_conflicts<<<dim3{tiles(cols), tiles(rows)}, dim3{kTile, kBlockRows}>>>(in, out,
                                                                                       rows, cols);
}
