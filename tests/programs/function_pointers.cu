// SPDX-License-Identifier: Apache-2.0
// Teaches indirect calls: a table of device functions, the threads of a warp choose different ones.

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

using Operation = int (*)(int, int);

__host__ __device__ int Add(int a, int b) { return a + b; }
__host__ __device__ int Subtract(int a, int b) { return a - b; }
__host__ __device__ int Multiply(int a, int b) { return a * b; }
__host__ __device__ int Greater(int a, int b) { return a > b ? a : b; }

__device__ Operation table[4] = {Add, Subtract, Multiply, Greater};

__global__ void Apply(int n, const int* a, const int* b, const int* which, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = table[which[i]](a[i], b[i]);
  }
}

int main() {
  const int n = 1000;
  const Operation host_table[4] = {Add, Subtract, Multiply, Greater};
  std::vector<int> a(n);
  std::vector<int> b(n);
  std::vector<int> which(n);
  std::vector<int> want(n);
  for (int i = 0; i < n; ++i) {
    a[i] = i * 7 % 50;
    b[i] = i * 3 % 40;
    which[i] = i * i % 7 % 4;
    want[i] = host_table[which[i]](a[i], b[i]);
  }
  int* device_a = ToDevice(a);
  int* device_b = ToDevice(b);
  int* device_which = ToDevice(which);
  int* device_out = ToDevice(std::vector<int>(n, -1));
  Apply<<<(n + 127) / 128, 128>>>(n, device_a, device_b, device_which, device_out);
  CHECK(cudaGetLastError());
  const std::vector<int> got = ToHost(device_out, n);
  std::printf("out[3] = %d, out[999] = %d\n", got[3], got[999]);
  return Compare(got, want);
}
