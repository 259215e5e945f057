// SPDX-License-Identifier: Apache-2.0
// The kernels whose hardware counters stand in h200_reference.md, for the tests that compare them.
// Names are plain C, so that a test can ask for them.
#include <cstddef>

namespace {

constexpr int kTile = 32;
constexpr int kBlockRows = 8;

// A block moves the tile at (blockIdx.x, blockIdx.y) of a rows x cols matrix, 32 x 8 threads, four elements a
// thread: calls body(row, col) for each element inside.
template <class Body>
__device__ void for_tile(std::size_t tile_row, std::size_t tile_col, std::size_t rows, std::size_t cols,
                         Body body) {
  const std::size_t col = tile_col * kTile + threadIdx.x;
  for (int j = 0; j < kTile; j += kBlockRows) {
    const std::size_t row = tile_row * kTile + threadIdx.y + j;
    if (row < rows && col < cols) body(row, col, threadIdx.y + j, threadIdx.x);
  }
}

template <int kPitch>
__device__ void tiled(float (*tile)[kPitch], const float* __restrict__ in, float* __restrict__ out,
                      std::size_t rows, std::size_t cols) {
  for_tile(blockIdx.y, blockIdx.x, rows, cols,
           [&](std::size_t row, std::size_t col, int y, int x) { tile[y][x] = in[row * cols + col]; });
  __syncthreads();
  for_tile(blockIdx.x, blockIdx.y, cols, rows,
           [&](std::size_t row, std::size_t col, int y, int x) { out[row * rows + col] = tile[x][y]; });
}

}  // namespace

extern "C" __global__ void copy(const float* __restrict__ in, float* __restrict__ out, std::size_t rows,
                                std::size_t cols) {
  for_tile(blockIdx.y, blockIdx.x, rows, cols, [&](std::size_t row, std::size_t col, int, int) {
    out[row * cols + col] = in[row * cols + col];
  });
}

extern "C" __global__ void naive_strided_store(const float* __restrict__ in, float* __restrict__ out,
                                               std::size_t rows, std::size_t cols) {
  for_tile(blockIdx.y, blockIdx.x, rows, cols, [&](std::size_t row, std::size_t col, int, int) {
    out[col * rows + row] = in[row * cols + col];
  });
}

extern "C" __global__ void naive_strided_load(const float* __restrict__ in, float* __restrict__ out,
                                              std::size_t rows, std::size_t cols) {
  for_tile(blockIdx.x, blockIdx.y, cols, rows, [&](std::size_t row, std::size_t col, int, int) {
    out[row * rows + col] = in[col * cols + row];
  });
}

extern "C" __global__ void tiled_static(const float* __restrict__ in, float* __restrict__ out,
                                        std::size_t rows, std::size_t cols) {
  __shared__ float tile[kTile][kTile];
  tiled<kTile>(tile, in, out, rows, cols);
}

extern "C" __global__ void tiled_padded(const float* __restrict__ in, float* __restrict__ out,
                                        std::size_t rows, std::size_t cols) {
  __shared__ float tile[kTile][kTile + 1];
  tiled<kTile + 1>(tile, in, out, rows, cols);
}

extern "C" __global__ void tiled_dynamic(const float* __restrict__ in, float* __restrict__ out,
                                         std::size_t rows, std::size_t cols) {
  extern __shared__ float bytes[];
  tiled<kTile>(reinterpret_cast<float (*)[kTile]>(bytes), in, out, rows, cols);
}

extern "C" __global__ void tiled_16x16(const float* __restrict__ in, float* __restrict__ out,
                                       std::size_t rows, std::size_t cols) {
  __shared__ float tile[16][16];
  std::size_t col = blockIdx.x * std::size_t{16} + threadIdx.x;
  std::size_t row = blockIdx.y * std::size_t{16} + threadIdx.y;
  if (row < rows && col < cols) tile[threadIdx.y][threadIdx.x] = in[row * cols + col];
  __syncthreads();
  col = blockIdx.y * std::size_t{16} + threadIdx.x;
  row = blockIdx.x * std::size_t{16} + threadIdx.y;
  if (row < cols && col < rows) out[row * rows + col] = tile[threadIdx.x][threadIdx.y];
}
