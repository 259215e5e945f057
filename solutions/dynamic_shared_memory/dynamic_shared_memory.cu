// SPDX-License-Identifier: Apache-2.0
// Transpose in (rows x cols, row-major) into out (cols x rows) through a tile of 49 664 bytes, which the kernel asks
// for before its launch.

#include <cuda_runtime.h>

#include <cstddef>

constexpr int kTileRows = 96;          // A block moves a tile of kTileRows x kTileCols elements ...
constexpr int kTileCols = 128;         // ... with kWarp x kWarp threads: twelve elements a thread.
constexpr int kWarp = 32;
constexpr int kPitch = kTileRows + 1;  // The tile lies transposed; a word more, so that banks differ.
constexpr std::size_t kBytes = sizeof(float) * kTileCols * kPitch;

__global__ void transpose(const float* __restrict__ in, float* __restrict__ out, std::size_t rows,
                          std::size_t cols) {
  extern __shared__ float tile[];
  const std::size_t first_row = blockIdx.y * std::size_t{kTileRows};
  const std::size_t first_col = blockIdx.x * std::size_t{kTileCols};

  for (int y = threadIdx.y; y < kTileRows; y += kWarp) {
    for (int x = threadIdx.x; x < kTileCols; x += kWarp) {
      if (first_row + y < rows && first_col + x < cols) {
        tile[x * kPitch + y] = in[(first_row + y) * cols + first_col + x];
      }
    }
  }

  __syncthreads();

  for (int x = threadIdx.y; x < kTileCols; x += kWarp) {
    for (int y = threadIdx.x; y < kTileRows; y += kWarp) {
      if (first_row + y < rows && first_col + x < cols) {
        out[(first_col + x) * rows + first_row + y] = tile[x * kPitch + y];
      }
    }
  }
}

extern "C" void solve(const float* in, float* out, std::size_t rows, std::size_t cols) {
  const dim3 block{kWarp, kWarp};
  const dim3 grid{static_cast<unsigned>((cols + kTileCols - 1) / kTileCols),
                  static_cast<unsigned>((rows + kTileRows - 1) / kTileRows)};
  cudaFuncSetAttribute(transpose, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(kBytes));
  transpose<<<grid, block, kBytes>>>(in, out, rows, cols);
}
