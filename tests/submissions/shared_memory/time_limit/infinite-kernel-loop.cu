// The kernel never ends.
#include <cuda_runtime.h>

__global__ void transpose(const float* in, float* out, size_t rows, size_t cols) {
  volatile float* waiting = out;
  while (waiting[0] != in[0] + 1) {
  }
  for (size_t i = threadIdx.x; i < rows * cols; i += blockDim.x) out[i % cols * rows + i / cols] = in[i];
}

extern "C" void solve(const float* in, float* out, size_t rows, size_t cols) {
  transpose<<<1, 32>>>(in, out, rows, cols);
}
