// The index macro has no parentheses round its row argument.
#include <cuda_runtime.h>
#include <cstddef>

#define AT(row, col, ld) row * ld + col

constexpr int MM = 32;

__global__ void macroIndex(const float* in, float* out, size_t rows, size_t cols)
{
    __shared__ float t[MM][MM + 1];
    size_t c = size_t(blockIdx.x) * MM + threadIdx.x, r = size_t(blockIdx.y) * MM + threadIdx.y;
    for (int j = 0; j < MM; j += 8)
        if (r + j < rows && c < cols) t[threadIdx.y + j][threadIdx.x] = in[AT(r + j, c, cols)];
    __syncthreads();
    c = size_t(blockIdx.y) * MM + threadIdx.x;
    r = size_t(blockIdx.x) * MM + threadIdx.y;
    for (int j = 0; j < MM; j += 8)
        if (r + j < cols && c < rows) out[AT(r + j, c, rows)] = t[threadIdx.x][threadIdx.y + j];
}

void solve(const float* in, float* out, size_t rows, size_t cols)
{
    macroIndex<<<dim3((cols + MM - 1) / MM, (rows + MM - 1) / MM), dim3(MM, 8)>>>(in, out, rows, cols);
}
