// SPDX-License-Identifier: Apache-2.0
// Teaches global device variables: counters, an array, their address, and copies by symbol.

#include "program.cuh"

__device__ int even_count;
__device__ int odd_count = 100;
__device__ unsigned long long squares[4] = {1, 2, 3, 4};

__global__ void Count(int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(i % 2 == 0 ? &even_count : &odd_count, 1);
    atomicAdd(&squares[i % 4], static_cast<unsigned long long>(i) * i);
  }
}

int main() {
  const int n = 1001;
  const int start = 7;
  CHECK(cudaMemcpyToSymbol(even_count, &start, sizeof(start)));
  Count<<<8, 128>>>(n);
  CHECK(cudaGetLastError());
  Count<<<8, 128>>>(n);  // the variables keep their values
  CHECK(cudaGetLastError());
  int even = 0;
  int odd = 0;
  unsigned long long sums[4] = {};
  CHECK(cudaMemcpyFromSymbol(&even, even_count, sizeof(even)));
  CHECK(cudaMemcpyFromSymbol(&odd, odd_count, sizeof(odd)));
  void* address = nullptr;
  size_t size = 0;
  CHECK(cudaGetSymbolAddress(&address, squares));
  CHECK(cudaGetSymbolSize(&size, squares));
  CHECK(cudaMemcpy(sums, address, size, cudaMemcpyDeviceToHost));
  unsigned long long want[4] = {1, 2, 3, 4};
  for (int i = 0; i < n; ++i) {
    want[i % 4] += 2ull * i * i;
  }
  std::printf("even = %d, odd = %d, %zu bytes, squares[3] = %llu\n", even, odd, size, sums[3]);
  bool right = even == 7 + 2 * 501 && odd == 100 + 2 * 500;
  for (int i = 0; i < 4; ++i) {
    right = right && sums[i] == want[i];
  }
  std::printf("%s\n", right ? "ok" : "differs");
  return right ? 0 : 1;
}
