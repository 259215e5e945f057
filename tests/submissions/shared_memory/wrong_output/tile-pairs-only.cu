// Tiles above the diagonal of the tile grid are left to a mirror block that may not exist.
#include <cuda_runtime.h>
#include <cstddef>

constexpr int PR = 32;

__device__ void moveTile(const float* in, float* out, size_t rows, size_t cols, size_t r0, size_t c0, float (*t)[PR + 1])
{
    for (int j = threadIdx.y; j < PR; j += 8)
        if (r0 + j < rows && c0 + threadIdx.x < cols) t[j][threadIdx.x] = in[(r0 + j) * cols + c0 + threadIdx.x];
    __syncthreads();
    for (int j = threadIdx.y; j < PR; j += 8)
        if (c0 + j < cols && r0 + threadIdx.x < rows) out[(c0 + j) * rows + r0 + threadIdx.x] = t[threadIdx.x][j];
}

__global__ void pairs(const float* in, float* out, size_t rows, size_t cols)
{
    __shared__ float a[PR][PR + 1];
    __shared__ float b[PR][PR + 1];
    if (blockIdx.x > blockIdx.y) return;                 // the mirror block does this one
    moveTile(in, out, rows, cols, size_t(blockIdx.y) * PR, size_t(blockIdx.x) * PR, a);
    if (blockIdx.x != blockIdx.y)
        moveTile(in, out, rows, cols, size_t(blockIdx.x) * PR, size_t(blockIdx.y) * PR, b);
}

void solve(const float* in, float* out, size_t rows, size_t cols)
{
    pairs<<<dim3((cols + PR - 1) / PR, (rows + PR - 1) / PR), dim3(PR, 8)>>>(in, out, rows, cols);
}
