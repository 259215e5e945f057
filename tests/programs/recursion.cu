// SPDX-License-Identifier: Apache-2.0
// Teaches recursive device functions: Fibonacci and Ackermann, each thread with its own stack.

#include "program.cuh"

__host__ __device__ int Fibonacci(int n) {
  return n < 2 ? n : Fibonacci(n - 1) + Fibonacci(n - 2);
}

__host__ __device__ int Ackermann(int m, int n) {
  if (m == 0) {
    return n + 1;
  }
  return n == 0 ? Ackermann(m - 1, 1) : Ackermann(m - 1, Ackermann(m, n - 1));
}

__global__ void Recurse(int* out) {
  const int t = threadIdx.x;
  out[t] = Fibonacci(t % 10);
  out[blockDim.x + t] = Ackermann(2, t % 4);
}

int main() {
  const int n = 32;
  std::vector<int> want(2 * n);
  for (int i = 0; i < n; ++i) {
    want[i] = Fibonacci(i % 10);
    want[n + i] = Ackermann(2, i % 4);
  }
  int* device_out = ToDevice(std::vector<int>(2 * n, -1));
  CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 8192));
  Recurse<<<1, n>>>(device_out);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  const std::vector<int> got = ToHost(device_out, 2 * n);
  std::printf("Fibonacci(9) = %d, Ackermann(2, 3) = %d\n", got[9], got[n + 3]);
  CHECK(cudaFree(device_out));
  return Compare(got, want);
}
