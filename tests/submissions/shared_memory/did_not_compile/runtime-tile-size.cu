// A static tile needs a constant size.
#include <cuda_runtime.h>
#include <cstddef>

__global__ void runtimeTile(const float* in, float* out, size_t rows, size_t cols)
{
    unsigned edge = blockDim.x;
    __shared__ float t[edge][edge + 1];
    size_t c = size_t(blockIdx.x) * edge + threadIdx.x, r = size_t(blockIdx.y) * edge + threadIdx.y;
    if (r < rows && c < cols) t[threadIdx.y][threadIdx.x] = in[r * cols + c];
    __syncthreads();
    r = size_t(blockIdx.x) * edge + threadIdx.y;
    c = size_t(blockIdx.y) * edge + threadIdx.x;
    if (r < cols && c < rows) out[r * rows + c] = t[threadIdx.x][threadIdx.y];
}

void solve(const float* in, float* out, size_t rows, size_t cols)
{
    runtimeTile<<<dim3((cols + 31) / 32, (rows + 31) / 32), dim3(32, 32)>>>(in, out, rows, cols);
}
