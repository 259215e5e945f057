// Managed memory that host code and a kernel share, beside a right transpose: the host writes what the
// kernel adds.
#include <cuda_runtime.h>

constexpr unsigned kTile = 32;

__managed__ unsigned started = 0;

__global__ void transpose(const float* in, float* out, size_t rows, size_t cols, float* sum) {
  if (threadIdx.x == 0 && threadIdx.y == 0) atomicAdd(&started, 1);
  if (blockIdx.x == 0 && blockIdx.y == 0 && threadIdx.x == 0 && threadIdx.y == 0) sum[2] = sum[0] + sum[1];
  __shared__ float tile[kTile][kTile];
  const size_t col0 = size_t{blockIdx.x} * kTile, row0 = size_t{blockIdx.y} * kTile;
  for (unsigned j = threadIdx.y; j < kTile; j += 8)
    if (row0 + j < rows && col0 + threadIdx.x < cols)
      tile[j][threadIdx.x] = in[(row0 + j) * cols + col0 + threadIdx.x];
  __syncthreads();
  for (unsigned j = threadIdx.y; j < kTile; j += 8)
    if (col0 + j < cols && row0 + threadIdx.x < rows)
      out[(col0 + j) * rows + row0 + threadIdx.x] = tile[threadIdx.x][j];
}

extern "C" void solve(const float* in, float* out, size_t rows, size_t cols) {
  float* sum = nullptr;
  if (cudaMallocManaged(&sum, 3 * sizeof(float)) != cudaSuccess) return;
  sum[0] = 1;
  sum[1] = 2;
  started = 0;
  const dim3 grid((cols + kTile - 1) / kTile, (rows + kTile - 1) / kTile);
  transpose<<<grid, dim3(kTile, 8)>>>(in, out, rows, cols, sum);
  // A result that the host cannot see would show: the output is cleared.
  const bool seen = cudaDeviceSynchronize() == cudaSuccess && sum[2] == 3 && started == grid.x * grid.y;
  if (!seen) cudaMemset(out, 0, rows * cols * sizeof(float));
  cudaFree(sum);
}
