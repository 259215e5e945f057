// SPDX-License-Identifier: Apache-2.0
// Teaches cuRAND's device interface: Philox numbers do not depend on how the grid is cut.

#include <curand_kernel.h>

#include "program.cuh"

__global__ void Draw(int n, unsigned* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    curandStatePhilox4_32_10_t state;
    curand_init(1234ull, i, 0, &state);
    const uint4 four = curand4(&state);
    out[i] = four.x ^ four.y ^ four.z ^ four.w ^ curand(&state);
  }
}

int main() {
  const int n = 600;
  unsigned* first = ToDevice(std::vector<unsigned>(n, 0));
  unsigned* second = ToDevice(std::vector<unsigned>(n, 1));
  Draw<<<(n + 127) / 128, 128>>>(n, first);
  CHECK(cudaGetLastError());
  Draw<<<(n + 31) / 32, 32>>>(n, second);
  CHECK(cudaGetLastError());
  const std::vector<unsigned> got = ToHost(first, n);
  std::printf("%08x %08x ... %08x\n", got[0], got[1], got[n - 1]);
  return Compare(got, ToHost(second, n));
}
