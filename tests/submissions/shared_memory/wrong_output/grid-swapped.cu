// The grid counts rows along x and columns along y.
#include <cuda_runtime.h>
#include <cstddef>

constexpr unsigned TW = 32;

__global__ void tk(const float* in, float* out, size_t rows, size_t cols)
{
    __shared__ float t[TW][TW + 1];
    size_t c0 = size_t(blockIdx.x) * TW, r0 = size_t(blockIdx.y) * TW;
    for (unsigned j = threadIdx.y; j < TW; j += blockDim.y)
        if (r0 + j < rows && c0 + threadIdx.x < cols) t[j][threadIdx.x] = in[(r0 + j) * cols + c0 + threadIdx.x];
    __syncthreads();
    for (unsigned j = threadIdx.y; j < TW; j += blockDim.y)
        if (c0 + j < cols && r0 + threadIdx.x < rows) out[(c0 + j) * rows + r0 + threadIdx.x] = t[threadIdx.x][j];
}

void solve(const float* in, float* out, size_t rows, size_t cols)
{
    dim3 grid((rows + TW - 1) / TW, (cols + TW - 1) / TW);
    tk<<<grid, dim3(TW, 8)>>>(in, out, rows, cols);
}
