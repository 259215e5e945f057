// One if, with the wrong extents, surrounds load, barrier and store.
#include <cuda_runtime.h>
#include <cstddef>

#define BX 32
#define BY 16

__global__ void rectTranspose(const float* in, float* out, size_t nr, size_t nc)
{
    __shared__ float tile[BY][BX];
    size_t ix = blockIdx.x * BX + threadIdx.x;
    size_t iy = blockIdx.y * BY + threadIdx.y;
    // walk the tile in the transposed order
    unsigned lin = threadIdx.y * BX + threadIdx.x;
    unsigned trow = lin / BY, tcol = lin % BY;
    size_t ox = blockIdx.y * BY + tcol;
    size_t oy = blockIdx.x * BX + trow;
    if (ox < nc && oy < nr) {
        tile[threadIdx.y][threadIdx.x] = in[iy * nc + ix];
        __syncthreads();
        out[oy * nr + ox] = tile[tcol][trow];
    }
}

void solve(const float* in, float* out, size_t rows, size_t cols)
{
    dim3 b(BX, BY);
    dim3 g((cols - 1) / BX + 1, (rows - 1) / BY + 1);
    rectTranspose<<<g, b>>>(in, out, rows, cols);
}
