// SPDX-License-Identifier: Apache-2.0
// Teaches launches driven by the host: the sieve of Eratosthenes, one launch a prime.

#include "program.cuh"

__global__ void Strike(int n, int prime, unsigned char* composite) {
  const int step = gridDim.x * blockDim.x * prime;
  const int first = prime * prime + (blockIdx.x * blockDim.x + threadIdx.x) * prime;
  for (int i = first; i < n; i += step) {
    composite[i] = 1;
  }
}

int main() {
  const int n = 5000;
  std::vector<unsigned char> want(n);
  unsigned char* composite = nullptr;
  CHECK(cudaMalloc(&composite, n));
  CHECK(cudaMemset(composite, 0, n));
  for (int prime = 2; prime * prime < n; ++prime) {
    unsigned char struck = 0;
    CHECK(cudaMemcpy(&struck, composite + prime, 1, cudaMemcpyDeviceToHost));
    if (struck == 0) {
      Strike<<<2, 128>>>(n, prime, composite);
      CHECK(cudaGetLastError());
    }
  }
  int count = 0;
  for (int i = 2; i < n; ++i) {
    for (int k = 2; k * k <= i && want[i] == 0; ++k) {
      want[i] = i % k == 0 ? 1 : 0;
    }
    count += 1 - want[i];
  }
  std::printf("%d primes below %d\n", count, n);
  return Compare(ToHost(composite, n), want);
}
