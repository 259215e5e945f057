// Only tiles that lie wholly inside the matrix are moved.
#include <cuda_runtime.h>
#include <cstddef>

constexpr int B = 32;

__global__ void fullTilesOnly(const float* in, float* out, size_t rows, size_t cols)
{
    __shared__ float t[B][B + 1];
    size_t r0 = size_t(blockIdx.y) * B, c0 = size_t(blockIdx.x) * B;
    const bool whole = r0 + B <= rows && c0 + B <= cols;      // uniform for the block
    if (whole)
        for (int j = threadIdx.y; j < B; j += 8) t[j][threadIdx.x] = in[(r0 + j) * cols + c0 + threadIdx.x];
    __syncthreads();
    if (whole)
        for (int j = threadIdx.y; j < B; j += 8) out[(c0 + j) * rows + r0 + threadIdx.x] = t[threadIdx.x][j];
}

void solve(const float* in, float* out, size_t rows, size_t cols)
{
    fullTilesOnly<<<dim3((cols + B - 1) / B, (rows + B - 1) / B), dim3(B, 8)>>>(in, out, rows, cols);
}
