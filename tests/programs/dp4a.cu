// SPDX-License-Identifier: Apache-2.0
// Teaches 8-bit dot products: __dp4a multiplies four bytes at once and adds into 32 bits.

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
