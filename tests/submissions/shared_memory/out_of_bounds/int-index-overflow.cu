// Right up to 2^31 elements: index arithmetic is 32 bits wide.
#include <cuda_runtime.h>
#include <cstddef>

constexpr int I = 32;

__global__ void intMath(const float* in, float* out, int rows, int cols)
{
    __shared__ float t[I][I + 1];
    int c = blockIdx.x * I + threadIdx.x, r = blockIdx.y * I + threadIdx.y;
    for (int j = 0; j < I; j += 8)
        if (r + j < rows && c < cols) t[threadIdx.y + j][threadIdx.x] = in[(r + j) * cols + c];
    __syncthreads();
    c = blockIdx.y * I + threadIdx.x;
    r = blockIdx.x * I + threadIdx.y;
    for (int j = 0; j < I; j += 8)
        if (r + j < cols && c < rows) out[(r + j) * rows + c] = t[threadIdx.x][threadIdx.y + j];
}

void solve(const float* in, float* out, size_t rows, size_t cols)
{
    intMath<<<dim3((cols + I - 1) / I, (rows + I - 1) / I), dim3(I, 8)>>>(in, out, (int)rows, (int)cols);
}
