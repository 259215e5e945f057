// A block of 64 x 64 = 4096 threads.
#include <cuda_runtime.h>
#include <cstddef>

constexpr int BIG = 64;

__global__ void wide(const float* in, float* out, size_t rows, size_t cols)
{
    __shared__ float t[BIG][BIG + 1];
    size_t r = size_t(blockIdx.y) * BIG + threadIdx.y, c = size_t(blockIdx.x) * BIG + threadIdx.x;
    if (r < rows && c < cols) t[threadIdx.y][threadIdx.x] = in[r * cols + c];
    __syncthreads();
    r = size_t(blockIdx.x) * BIG + threadIdx.y;
    c = size_t(blockIdx.y) * BIG + threadIdx.x;
    if (r < cols && c < rows) out[r * rows + c] = t[threadIdx.x][threadIdx.y];
}

void solve(const float* in, float* out, size_t rows, size_t cols)
{
    wide<<<dim3((cols + BIG - 1) / BIG, (rows + BIG - 1) / BIG), dim3(BIG, BIG)>>>(in, out, rows, cols);
    cudaDeviceSynchronize();
}
