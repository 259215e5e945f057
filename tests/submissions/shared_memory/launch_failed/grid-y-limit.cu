// 16-row tiles along y: a tall matrix asks for more than 65535 blocks.
#include <cuda_runtime.h>
#include <cstddef>

constexpr int Y = 16;

__global__ void tall(const float* in, float* out, size_t rows, size_t cols)
{
    __shared__ float t[Y][Y + 1];
    size_t r = size_t(blockIdx.y) * Y + threadIdx.y, c = size_t(blockIdx.x) * Y + threadIdx.x;
    if (r < rows && c < cols) t[threadIdx.y][threadIdx.x] = in[r * cols + c];
    __syncthreads();
    r = size_t(blockIdx.x) * Y + threadIdx.y;
    c = size_t(blockIdx.y) * Y + threadIdx.x;
    if (r < cols && c < rows) out[r * rows + c] = t[threadIdx.x][threadIdx.y];
}

void solve(const float* in, float* out, size_t rows, size_t cols)
{
    tall<<<dim3((cols + Y - 1) / Y, (rows + Y - 1) / Y), dim3(Y, Y)>>>(in, out, rows, cols);
}
