// One thread a block.
#include <cuda_runtime.h>
#include <cstddef>

__global__ void cellPerBlock(const float* in, float* out, size_t rows, size_t cols)
{
    size_t c = blockIdx.x, r = blockIdx.y;
    out[c * rows + r] = in[r * cols + c];
}

void solve(const float* in, float* out, size_t rows, size_t cols)
{
    cellPerBlock<<<dim3((unsigned)cols, (unsigned)rows), 1>>>(in, out, rows, cols);
}
