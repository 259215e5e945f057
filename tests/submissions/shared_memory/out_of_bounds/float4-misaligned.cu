// Rows are read as float4, whatever their length.
#include <cuda_runtime.h>
#include <cstddef>

constexpr int FT = 32;

__global__ void vecLoad(const float* in, float* out, size_t rows, size_t cols)
{
    __shared__ float t[FT][FT + 1];
    size_t c0 = size_t(blockIdx.x) * FT, r0 = size_t(blockIdx.y) * FT;
    int lane = threadIdx.x, row = threadIdx.y;               // 8 x 32 threads, one float4 each
    size_t r = r0 + row, c = c0 + lane * 4;
    if (r < rows) {
        if (c + 3 < cols) {
            float4 v = *reinterpret_cast<const float4*>(&in[r * cols + c]);
            t[row][lane * 4] = v.x; t[row][lane * 4 + 1] = v.y; t[row][lane * 4 + 2] = v.z; t[row][lane * 4 + 3] = v.w;
        } else {
            for (int k = 0; k < 4; ++k) if (c + k < cols) t[row][lane * 4 + k] = in[r * cols + c + k];
        }
    }
    __syncthreads();
    for (int k = 0; k < 4; ++k) {
        size_t orow = c0 + row, ocol = r0 + lane + 8 * k;
        if (orow < cols && ocol < rows) out[orow * rows + ocol] = t[lane + 8 * k][row];
    }
}

void solve(const float* in, float* out, size_t rows, size_t cols)
{
    vecLoad<<<dim3((cols + FT - 1) / FT, (rows + FT - 1) / FT), dim3(8, 32)>>>(in, out, rows, cols);
}
