// A right tile of 50,624 bytes, opted in for; one block a multiprocessor.
#include <cuda_runtime.h>
#include <cstddef>

constexpr int BD = 112;                       // tile edge: 112 x 113 floats = 50624 bytes

__global__ void bigTile(const float* in, float* out, size_t rows, size_t cols)
{
    extern __shared__ float t[];
    size_t c0 = size_t(blockIdx.x) * BD, r0 = size_t(blockIdx.y) * BD;
    for (int j = threadIdx.y; j < BD; j += blockDim.y)
        for (int i = threadIdx.x; i < BD; i += blockDim.x)
            if (r0 + j < rows && c0 + i < cols) t[j * (BD + 1) + i] = in[(r0 + j) * cols + c0 + i];
    __syncthreads();
    for (int j = threadIdx.y; j < BD; j += blockDim.y)
        for (int i = threadIdx.x; i < BD; i += blockDim.x)
            if (c0 + j < cols && r0 + i < rows) out[(c0 + j) * rows + r0 + i] = t[i * (BD + 1) + j];
}

void solve(const float* in, float* out, size_t rows, size_t cols)
{
    const int bytes = BD * (BD + 1) * (int)sizeof(float);
    cudaFuncSetAttribute(bigTile, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    bigTile<<<dim3((cols + BD - 1) / BD, (rows + BD - 1) / BD), dim3(32, 8), bytes>>>(in, out, rows, cols);
}
