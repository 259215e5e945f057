// solve() does nothing.
#include <cuda_runtime.h>

extern "C" void solve(const float*, float*, size_t, size_t) {}
