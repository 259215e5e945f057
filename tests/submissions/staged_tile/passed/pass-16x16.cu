// A right 16 x 16 tile.
#include <cuda_runtime.h>
#include <cstddef>

constexpr int S6 = 16;

__global__ void stage16(const float* in, float* out, size_t rows, size_t cols)
{
    __shared__ float t[S6][S6];
    size_t r = size_t(blockIdx.y) * S6 + threadIdx.y, c = size_t(blockIdx.x) * S6 + threadIdx.x;
    if (r < rows && c < cols) t[threadIdx.y][threadIdx.x] = in[r * cols + c];
    __syncthreads();
    r = size_t(blockIdx.x) * S6 + threadIdx.y;
    c = size_t(blockIdx.y) * S6 + threadIdx.x;
    if (r < cols && c < rows) out[r * rows + c] = t[threadIdx.x][threadIdx.y];
}

void solve(const float* in, float* out, size_t rows, size_t cols)
{
    stage16<<<dim3((cols + S6 - 1) / S6, (rows + S6 - 1) / S6), dim3(S6, S6)>>>(in, out, rows, cols);
}
