// SPDX-License-Identifier: Apache-2.0
// Teaches merge path: each thread finds its share of two sorted lists by binary search.

#include <algorithm>
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

constexpr int kPer = 8;

__global__ void Merge(const int* a, int a_count, const int* b, int b_count, int* out) {
  const int diagonal = min((blockIdx.x * blockDim.x + threadIdx.x) * kPer, a_count + b_count);
  int low = max(0, diagonal - b_count);
  int high = min(diagonal, a_count);
  while (low < high) {
    const int middle = (low + high) / 2;
    if (a[middle] <= b[diagonal - 1 - middle]) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  int i = low;
  int j = diagonal - low;
  for (int k = diagonal; k < min(diagonal + kPer, a_count + b_count); ++k) {
    const bool from_a = j >= b_count || (i < a_count && a[i] <= b[j]);
    out[k] = from_a ? a[i++] : b[j++];
  }
}

int main() {
  std::vector<int> a(1500);
  std::vector<int> b(2333);
  for (size_t i = 0; i < a.size(); ++i) {
    a[i] = int(i * i % 1009);
  }
  for (size_t i = 0; i < b.size(); ++i) {
    b[i] = int(i * 77 % 1511);
  }
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  const int n = int(a.size() + b.size());
  std::vector<int> want(n);
  std::merge(a.begin(), a.end(), b.begin(), b.end(), want.begin());
  int* device_a = ToDevice(a);
  int* device_b = ToDevice(b);
  int* device_out = ToDevice(std::vector<int>(n, -1));
  const int threads = (n + kPer - 1) / kPer;
  Merge<<<(threads + 127) / 128, 128>>>(device_a, int(a.size()), device_b, int(b.size()),
                                        device_out);
  CHECK(cudaGetLastError());
  const std::vector<int> got = ToHost(device_out, n);
  std::printf("%d ... %d ... %d\n", got[0], got[n / 2], got[n - 1]);
  return Compare(got, want);
}
