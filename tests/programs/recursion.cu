// SPDX-License-Identifier: Apache-2.0
// Teaches recursive device functions: Fibonacci and Ackermann, each thread with its own stack.

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                         \
  do {                                                                      \
    const cudaError_t status = (call);                                      \
    if (status != cudaSuccess) {                                            \
      std::printf("line %d: %s\n", __LINE__, cudaGetErrorString(status));   \
      std::exit(1);                                                         \
    }                                                                       \
  } while (false)

template <typename T>
T* ToDevice(const std::vector<T>& host) {
  T* device = nullptr;
  CHECK(cudaMalloc(&device, host.size() * sizeof(T)));
  CHECK(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
  return device;
}

template <typename T>
std::vector<T> ToHost(const T* device, size_t count) {
  std::vector<T> host(count);
  CHECK(cudaMemcpy(host.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost));
  return host;
}

template <typename T>
int Compare(const std::vector<T>& got, const std::vector<T>& want) {
  for (size_t i = 0; i < want.size(); ++i) {
    if (got[i] != want[i]) {
      std::printf("differs at %zu: got %g, want %g\n", i, double(got[i]), double(want[i]));
      return 1;
    }
  }
  std::printf("ok\n");
  return 0;
}

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
