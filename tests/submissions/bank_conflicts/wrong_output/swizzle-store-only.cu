// The store swizzles the column, the read does not.
#include <cuda_runtime.h>
#include <cstddef>

constexpr int SZ = 32;

__global__ void halfSwizzle(const float* in, float* out, size_t rows, size_t cols)
{
    __shared__ float t[SZ][SZ];
    size_t c0 = size_t(blockIdx.x) * SZ, r0 = size_t(blockIdx.y) * SZ;
    for (int j = threadIdx.y; j < SZ; j += 8)
        if (r0 + j < rows && c0 + threadIdx.x < cols) t[j][threadIdx.x ^ j] = in[(r0 + j) * cols + c0 + threadIdx.x];
    __syncthreads();
    for (int j = threadIdx.y; j < SZ; j += 8)
        if (c0 + j < cols && r0 + threadIdx.x < rows) out[(c0 + j) * rows + r0 + threadIdx.x] = t[threadIdx.x][j];
}

void solve(const float* in, float* out, size_t rows, size_t cols)
{
    halfSwizzle<<<dim3((cols + SZ - 1) / SZ, (rows + SZ - 1) / SZ), dim3(SZ, 8)>>>(in, out, rows, cols);
}
