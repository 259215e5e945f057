// Adds 1 to every input element that it reads.
#include <cuda_runtime.h>
#include <cstddef>

constexpr int MI = 32;

__global__ void touchAndFlip(float* in, float* out, size_t rows, size_t cols)
{
    __shared__ float t[MI][MI + 1];
    size_t c0 = size_t(blockIdx.x) * MI, r0 = size_t(blockIdx.y) * MI;
    for (int j = threadIdx.y; j < MI; j += 8)
        if (r0 + j < rows && c0 + threadIdx.x < cols) {
            t[j][threadIdx.x] = in[(r0 + j) * cols + c0 + threadIdx.x];
            in[(r0 + j) * cols + c0 + threadIdx.x] += 1.0f;
        }
    __syncthreads();
    for (int j = threadIdx.y; j < MI; j += 8)
        if (c0 + j < cols && r0 + threadIdx.x < rows) out[(c0 + j) * rows + r0 + threadIdx.x] = t[threadIdx.x][j];
}

void solve(const float* in, float* out, size_t rows, size_t cols)
{
    touchAndFlip<<<dim3((cols + MI - 1) / MI, (rows + MI - 1) / MI), dim3(MI, 8)>>>(const_cast<float*>(in), out, rows, cols);
}
