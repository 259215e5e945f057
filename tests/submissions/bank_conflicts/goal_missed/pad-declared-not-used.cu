// The tile has a column of padding, and the indices do not use its pitch.
#include <cuda_runtime.h>
#include <cstddef>

constexpr int PD = 32;

__global__ void unusedPad(const float* in, float* out, size_t rows, size_t cols)
{
    __shared__ float t[PD * (PD + 1)];
    size_t c0 = size_t(blockIdx.x) * PD, r0 = size_t(blockIdx.y) * PD;
    for (int j = threadIdx.y; j < PD; j += 8)
        if (r0 + j < rows && c0 + threadIdx.x < cols) t[j * PD + threadIdx.x] = in[(r0 + j) * cols + c0 + threadIdx.x];
    __syncthreads();
    for (int j = threadIdx.y; j < PD; j += 8)
        if (c0 + j < cols && r0 + threadIdx.x < rows) out[(c0 + j) * rows + r0 + threadIdx.x] = t[threadIdx.x * PD + j];
}

void solve(const float* in, float* out, size_t rows, size_t cols)
{
    unusedPad<<<dim3((cols + PD - 1) / PD, (rows + PD - 1) / PD), dim3(PD, 8)>>>(in, out, rows, cols);
}
