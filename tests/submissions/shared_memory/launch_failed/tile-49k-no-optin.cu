// A tile of 112 x 112 floats, 49 KiB of dynamic shared memory, without the opt-in.
#include <cuda_runtime.h>

constexpr int kTile = 112;

__global__ void transpose(const float* in, float* out, size_t rows, size_t cols) {
  extern __shared__ float tile[];
  const size_t col0 = size_t{blockIdx.x} * kTile, row0 = size_t{blockIdx.y} * kTile;
  for (int j = threadIdx.y; j < kTile; j += blockDim.y)
    for (int i = threadIdx.x; i < kTile; i += blockDim.x)
      if (row0 + j < rows && col0 + i < cols) tile[j * kTile + i] = in[(row0 + j) * cols + col0 + i];
  __syncthreads();
  for (int j = threadIdx.y; j < kTile; j += blockDim.y)
    for (int i = threadIdx.x; i < kTile; i += blockDim.x)
      if (col0 + j < cols && row0 + i < rows) out[(col0 + j) * rows + row0 + i] = tile[i * kTile + j];
}

extern "C" void solve(const float* in, float* out, size_t rows, size_t cols) {
  const dim3 grid((cols + kTile - 1) / kTile, (rows + kTile - 1) / kTile);
  transpose<<<grid, dim3(32, 8), kTile * kTile * sizeof(float)>>>(in, out, rows, cols);
}
