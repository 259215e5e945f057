// The block is 32 x 32, the tile 16 x 17.
#include <cuda_runtime.h>
#include <cstddef>

constexpr int SM = 16, BK = 32;

__global__ void cramped(const float* in, float* out, size_t rows, size_t cols)
{
    __shared__ float t[SM][SM + 1];
    size_t r = size_t(blockIdx.y) * BK + threadIdx.y, c = size_t(blockIdx.x) * BK + threadIdx.x;
    if (r < rows && c < cols) t[threadIdx.y][threadIdx.x] = in[r * cols + c];
    __syncthreads();
    r = size_t(blockIdx.x) * BK + threadIdx.y;
    c = size_t(blockIdx.y) * BK + threadIdx.x;
    if (r < cols && c < rows) out[r * rows + c] = t[threadIdx.x][threadIdx.y];
}

void solve(const float* in, float* out, size_t rows, size_t cols)
{
    cramped<<<dim3((cols + BK - 1) / BK, (rows + BK - 1) / BK), dim3(BK, BK)>>>(in, out, rows, cols);
}
