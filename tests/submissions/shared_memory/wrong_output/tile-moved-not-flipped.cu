// The tile is read with the indices it was written with.
#include <cuda_runtime.h>
#include <cstddef>

constexpr int M = 32;

__global__ void moveTile(const float* in, float* out, size_t rows, size_t cols)
{
    __shared__ float t[M][M];
    for (int j = threadIdx.y; j < M; j += 8) {
        size_t r = size_t(blockIdx.y) * M + j, c = size_t(blockIdx.x) * M + threadIdx.x;
        if (r < rows && c < cols) t[j][threadIdx.x] = in[r * cols + c];
    }
    __syncthreads();
    for (int j = threadIdx.y; j < M; j += 8) {
        size_t r = size_t(blockIdx.x) * M + j, c = size_t(blockIdx.y) * M + threadIdx.x;
        if (r < cols && c < rows) out[r * rows + c] = t[j][threadIdx.x];
    }
}

void solve(const float* in, float* out, size_t rows, size_t cols)
{
    moveTile<<<dim3((cols + M - 1) / M, (rows + M - 1) / M), dim3(M, 8)>>>(in, out, rows, cols);
}
