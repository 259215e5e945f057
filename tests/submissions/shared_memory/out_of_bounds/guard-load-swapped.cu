// The load tests the column against rows and the row against cols.
#include <cuda_runtime.h>
#include <cstddef>

constexpr int N = 32;

__global__ void k(const float* in, float* out, size_t rows, size_t cols)
{
    __shared__ float tile[N][N];
    size_t x = blockIdx.x * N + threadIdx.x;
    size_t y0 = blockIdx.y * N + threadIdx.y;
    for (int d = 0; d < N; d += 8) {
        size_t y = y0 + d;
        if (x < rows && y < cols)
            tile[threadIdx.y + d][threadIdx.x] = in[y * cols + x];
    }
    __syncthreads();
    x = blockIdx.y * N + threadIdx.x;
    y0 = blockIdx.x * N + threadIdx.y;
    for (int d = 0; d < N; d += 8) {
        size_t y = y0 + d;
        if (x < rows && y < cols)
            out[y * rows + x] = tile[threadIdx.x][threadIdx.y + d];
    }
}

void solve(const float* in, float* out, size_t rows, size_t cols)
{
    k<<<dim3((cols + N - 1) / N, (rows + N - 1) / N), dim3(N, 8)>>>(in, out, rows, cols);
}
