// A runtime call that the replacement runtime does not have.
#include <cuda_runtime.h>

constexpr int kTile = 32;

__global__ void transpose(const float* in, float* out, size_t rows, size_t cols) {
  __shared__ float tile[kTile][kTile];
  const size_t col0 = size_t{blockIdx.x} * kTile, row0 = size_t{blockIdx.y} * kTile;
  for (int j = threadIdx.y; j < kTile; j += 8)
    if (row0 + j < rows && col0 + threadIdx.x < cols)
      tile[j][threadIdx.x] = in[(row0 + j) * cols + col0 + threadIdx.x];
  __syncthreads();
  for (int j = threadIdx.y; j < kTile; j += 8)
    if (col0 + j < cols && row0 + threadIdx.x < rows)
      out[(col0 + j) * rows + row0 + threadIdx.x] = tile[threadIdx.x][j];
}

extern "C" void solve(const float* in, float* out, size_t rows, size_t cols) {
  cudaArray_t shadow = nullptr;
  const auto channel = cudaCreateChannelDesc<float>();
  if (cudaMallocArray(&shadow, &channel, cols, rows) != cudaSuccess) return;
  const dim3 grid((cols + kTile - 1) / kTile, (rows + kTile - 1) / kTile);
  transpose<<<grid, dim3(kTile, 8)>>>(in, out, rows, cols);
  cudaFreeArray(shadow);
}
