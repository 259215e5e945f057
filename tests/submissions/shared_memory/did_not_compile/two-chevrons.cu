// The launch has two chevrons instead of three.
#include <cuda_runtime.h>
#include <cstddef>

__global__ void fine2(const float* in, float* out, size_t rows, size_t cols)
{
    __shared__ float t[32][33];
    size_t c0 = size_t(blockIdx.x) * 32, r0 = size_t(blockIdx.y) * 32;
    for (int j = threadIdx.y; j < 32; j += 8)
        if (r0 + j < rows && c0 + threadIdx.x < cols) t[j][threadIdx.x] = in[(r0 + j) * cols + c0 + threadIdx.x];
    __syncthreads();
    for (int j = threadIdx.y; j < 32; j += 8)
        if (c0 + j < cols && r0 + threadIdx.x < rows) out[(c0 + j) * rows + r0 + threadIdx.x] = t[threadIdx.x][j];
}

void solve(const float* in, float* out, size_t rows, size_t cols)
{
    dim3 grid((cols + 31) / 32, (rows + 31) / 32), block(32, 8);
    fine2<<grid, block>>(in, out, rows, cols);
}
