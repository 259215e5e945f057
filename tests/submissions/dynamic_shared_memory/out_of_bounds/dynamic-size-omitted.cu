// The launch has no third argument, so the dynamic tile has no bytes.
#include <cuda_runtime.h>
#include <cstddef>

constexpr int DS = 32;

__global__ void dyn(const float* in, float* out, size_t rows, size_t cols)
{
    extern __shared__ float t[];
    size_t c0 = size_t(blockIdx.x) * DS, r0 = size_t(blockIdx.y) * DS;
    for (int j = threadIdx.y; j < DS; j += 8)
        if (r0 + j < rows && c0 + threadIdx.x < cols) t[j * (DS + 1) + threadIdx.x] = in[(r0 + j) * cols + c0 + threadIdx.x];
    __syncthreads();
    for (int j = threadIdx.y; j < DS; j += 8)
        if (c0 + j < cols && r0 + threadIdx.x < rows) out[(c0 + j) * rows + r0 + threadIdx.x] = t[threadIdx.x * (DS + 1) + j];
}

void solve(const float* in, float* out, size_t rows, size_t cols)
{
    dyn<<<dim3((cols + DS - 1) / DS, (rows + DS - 1) / DS), dim3(DS, 8)>>>(in, out, rows, cols);
}
