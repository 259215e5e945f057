// solve() calls itself for ever.
#include <cuda_runtime.h>

extern "C" void solve(const float* in, float* out, size_t rows, size_t cols) {
  volatile char frame[4096];
  frame[rows % sizeof frame] = 1;
  solve(in, out, rows + 1, cols + frame[cols % sizeof frame]);
  frame[0] = 2;
}
