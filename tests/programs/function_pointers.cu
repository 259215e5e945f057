// SPDX-License-Identifier: Apache-2.0
// Teaches indirect calls: a table of device functions, the threads of a warp choose different ones.

#include "program.cuh"

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
