// SPDX-License-Identifier: Apache-2.0
// Teaches clock64 in a kernel and a device assertion that holds.

#include <cassert>

#include "program.cuh"

__global__ void Measure(int* out, long long* cycles) {
  const long long start = clock64();
  unsigned x = threadIdx.x;
  for (int i = 0; i < 20; ++i) {
    x = x * 5 + 1;
  }
  assert(x != 123456789u);
  out[threadIdx.x] = int(x);
  __syncthreads();
  if (threadIdx.x == 0) {
    *cycles = clock64() - start;
  }
}

int main() {
  const int n = 64;
  int* out = nullptr;
  long long* cycles = nullptr;
  CHECK(cudaMalloc(&out, n * sizeof(int)));
  CHECK(cudaMalloc(&cycles, sizeof(long long)));
  Measure<<<1, n>>>(out, cycles);
  CHECK(cudaGetLastError());
  int got[n];
  long long count = -1;
  CHECK(cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(&count, cycles, sizeof(count), cudaMemcpyDeviceToHost));
  std::printf("the cycles are %s\n", count > 0 ? "positive" : "not positive");
  for (int i = 0; i < n; ++i) {
    unsigned want = i;
    for (int k = 0; k < 20; ++k) {
      want = want * 5 + 1;
    }
    if (got[i] != int(want)) {
      std::printf("differs at %d: got %d\n", i, got[i]);
      return 1;
    }
  }
  std::printf("out[63] = %d\nok\n", got[63]);
  CHECK(cudaFree(out));
  CHECK(cudaFree(cycles));
  return count > 0 ? 0 : 1;
}
