// Right: C linkage with int sizes, the signature of another site.
#include <cuda_runtime.h>

__global__ void pasted(const float* in, float* out, int rows, int cols)
{
    __shared__ float t[32][33];
    int c0 = blockIdx.x * 32, r0 = blockIdx.y * 32;
    for (int j = threadIdx.y; j < 32; j += 8)
        if (r0 + j < rows && c0 + (int)threadIdx.x < cols) t[j][threadIdx.x] = in[(r0 + j) * cols + c0 + threadIdx.x];
    __syncthreads();
    for (int j = threadIdx.y; j < 32; j += 8)
        if (c0 + j < cols && r0 + (int)threadIdx.x < rows) out[(c0 + j) * rows + r0 + threadIdx.x] = t[threadIdx.x][j];
}

extern "C" void solve(const float* in, float* out, int rows, int cols)
{
    pasted<<<dim3((cols + 31) / 32, (rows + 31) / 32), dim3(32, 8)>>>(in, out, rows, cols);
}
