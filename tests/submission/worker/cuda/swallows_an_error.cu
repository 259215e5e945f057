// SPDX-License-Identifier: Apache-2.0
// Asks for more dynamic shared memory than is allowed without opting in, and hides what comes of
// it.
#include "../fixtures/entry.hpp"

#include <cstddef>
#include <cstdio>

__global__ void kernel(float* out) {
  extern __shared__ float tile[];
  out[threadIdx.x] = tile[threadIdx.x] = 1;
}

void solve(const float*, float* out, std::size_t, std::size_t) {
  kernel<<<1, 1, 49 * 1024>>>(out);
  std::printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
