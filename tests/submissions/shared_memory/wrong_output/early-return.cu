// Threads outside the input return above the barrier and never store.
#include <cuda_runtime.h>
#include <cstddef>

constexpr int kT = 32;

__global__ void smemTranspose(const float* in, float* out, size_t rows, size_t cols)
{
    size_t c = size_t(blockIdx.x) * kT + threadIdx.x;
    size_t r = size_t(blockIdx.y) * kT + threadIdx.y;
    if (r >= rows || c >= cols) return;

    __shared__ float s[kT][kT + 1];
    s[threadIdx.y][threadIdx.x] = in[r * cols + c];
    __syncthreads();

    size_t oc = size_t(blockIdx.y) * kT + threadIdx.x;
    size_t orw = size_t(blockIdx.x) * kT + threadIdx.y;
    if (orw < cols && oc < rows)
        out[orw * rows + oc] = s[threadIdx.x][threadIdx.y];
}

void solve(const float* in, float* out, size_t rows, size_t cols)
{
    dim3 g((cols + kT - 1) / kT, (rows + kT - 1) / kT);
    smemTranspose<<<g, dim3(kT, kT)>>>(in, out, rows, cols);
}
