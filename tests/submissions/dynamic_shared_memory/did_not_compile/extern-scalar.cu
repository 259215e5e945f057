// The dynamic tile is declared without brackets.
#include <cuda_runtime.h>
#include <cstddef>

__global__ void scal(const float* in, float* out, size_t rows, size_t cols)
{
    extern __shared__ float t;
    size_t c = size_t(blockIdx.x) * 16 + threadIdx.x, r = size_t(blockIdx.y) * 16 + threadIdx.y;
    if (r < rows && c < cols) t[threadIdx.y * 17 + threadIdx.x] = in[r * cols + c];
    __syncthreads();
    r = size_t(blockIdx.x) * 16 + threadIdx.y;
    c = size_t(blockIdx.y) * 16 + threadIdx.x;
    if (r < cols && c < rows) out[r * rows + c] = t[threadIdx.x * 17 + threadIdx.y];
}

void solve(const float* in, float* out, size_t rows, size_t cols)
{
    scal<<<dim3((cols + 15) / 16, (rows + 15) / 16), dim3(16, 16), 16 * 17 * sizeof(float)>>>(in, out, rows, cols);
}
