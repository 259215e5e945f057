// The load walks the input with the row length of the output.
#include <cuda_runtime.h>
#include <cstddef>

constexpr int V = 32;

__global__ void wrongSourcePitch(const float* in, float* out, size_t rows, size_t cols)
{
    __shared__ float t[V][V + 1];
    size_t c = size_t(blockIdx.x) * V + threadIdx.x, r = size_t(blockIdx.y) * V + threadIdx.y;
    for (int j = 0; j < V; j += 8)
        if (r + j < rows && c < cols) t[threadIdx.y + j][threadIdx.x] = in[(r + j) * rows + c];
    __syncthreads();
    c = size_t(blockIdx.y) * V + threadIdx.x;
    r = size_t(blockIdx.x) * V + threadIdx.y;
    for (int j = 0; j < V; j += 8)
        if (r + j < cols && c < rows) out[(r + j) * rows + c] = t[threadIdx.x][threadIdx.y + j];
}

void solve(const float* in, float* out, size_t rows, size_t cols)
{
    wrongSourcePitch<<<dim3((cols + V - 1) / V, (rows + V - 1) / V), dim3(V, 8)>>>(in, out, rows, cols);
}
