// No tile: the store is strided.
#include <cuda_runtime.h>
#include <cstddef>

__global__ void plain(const float* in, float* out, size_t rows, size_t cols)
{
    size_t c = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
    size_t r = size_t(blockIdx.y) * blockDim.y + threadIdx.y;
    if (r < rows && c < cols) out[c * rows + r] = in[r * cols + c];
}

void solve(const float* in, float* out, size_t rows, size_t cols)
{
    plain<<<dim3((cols + 31) / 32, (rows + 7) / 8), dim3(32, 8)>>>(in, out, rows, cols);
}
