// SPDX-License-Identifier: Apache-2.0
// Teaches 8-bit dot products: __dp4a multiplies four bytes at once and adds into 32 bits.

#include "program.cuh"

__global__ void Dot(int words, const int* a, const int* b, int* out) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int i = 0; i < words; ++i) {
    sum = __dp4a(a[row * words + i], b[i], sum);
  }
  out[row] = sum;
}

int main() {
  const int rows = 128;
  const int bytes = 64;
  std::vector<signed char> a(rows * bytes);
  std::vector<signed char> b(bytes);
  std::vector<int> want(rows);
  for (int i = 0; i < rows * bytes; ++i) {
    a[i] = static_cast<signed char>(i * 91 % 251 - 125);
  }
  for (int i = 0; i < bytes; ++i) {
    b[i] = static_cast<signed char>(i * 33 % 201 - 100);
  }
  for (int i = 0; i < rows * bytes; ++i) {
    want[i / bytes] += a[i] * b[i % bytes];
  }
  signed char* device_a = ToDevice(a);
  signed char* device_b = ToDevice(b);
  int* device_out = ToDevice(std::vector<int>(rows, 0));
  Dot<<<rows / 32, 32>>>(bytes / 4, reinterpret_cast<int*>(device_a),
                         reinterpret_cast<int*>(device_b), device_out);
  CHECK(cudaGetLastError());
  const std::vector<int> got = ToHost(device_out, rows);
  std::printf("out[0] = %d, out[127] = %d\n", got[0], got[127]);
  return Compare(got, want);
}
