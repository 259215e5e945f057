// Both threads of a mirrored pair swap the same two cells of the tile.
#include <cuda_runtime.h>
#include <cstddef>

constexpr int ST = 16;

__global__ void swapInTile(const float* in, float* out, size_t rows, size_t cols)
{
    __shared__ float t[ST][ST + 1];
    size_t r = size_t(blockIdx.y) * ST + threadIdx.y, c = size_t(blockIdx.x) * ST + threadIdx.x;
    t[threadIdx.y][threadIdx.x] = (r < rows && c < cols) ? in[r * cols + c] : 0.0f;
    __syncthreads();
    float mine = t[threadIdx.y][threadIdx.x];
    t[threadIdx.y][threadIdx.x] = t[threadIdx.x][threadIdx.y];
    t[threadIdx.x][threadIdx.y] = mine;
    __syncthreads();
    r = size_t(blockIdx.x) * ST + threadIdx.y;
    c = size_t(blockIdx.y) * ST + threadIdx.x;
    if (r < cols && c < rows) out[r * rows + c] = t[threadIdx.y][threadIdx.x];
}

void solve(const float* in, float* out, size_t rows, size_t cols)
{
    swapInTile<<<dim3((cols + ST - 1) / ST, (rows + ST - 1) / ST), dim3(ST, ST)>>>(in, out, rows, cols);
}
