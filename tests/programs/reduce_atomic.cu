// SPDX-License-Identifier: Apache-2.0
// Teaches a grid-stride loop whose threads add their sums, minima and maxima atomically.

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

__global__ void Reduce(int n, const int* in, unsigned long long* sum, int* bounds) {
  unsigned long long own = 0;
  int low = in[0];
  int high = in[0];
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    own += in[i];
    low = min(low, in[i]);
    high = max(high, in[i]);
  }
  atomicAdd(sum, own);
  atomicMin(&bounds[0], low);
  atomicMax(&bounds[1], high);
}

int main() {
  const int n = 20000;
  std::vector<int> in(n);
  unsigned long long want_sum = 0;
  for (int i = 0; i < n; ++i) {
    in[i] = int(i * 2654435761u >> 2) + 5;
    want_sum += in[i];
  }
  const std::vector<int> want = {*std::min_element(in.begin(), in.end()),
                                 *std::max_element(in.begin(), in.end())};
  int* device_in = ToDevice(in);
  unsigned long long* device_sum = ToDevice(std::vector<unsigned long long>{0});
  int* device_bounds = ToDevice(std::vector<int>{in[0], in[0]});
  Reduce<<<8, 128>>>(n, device_in, device_sum, device_bounds);
  CHECK(cudaGetLastError());
  const unsigned long long sum = ToHost(device_sum, 1)[0];
  const std::vector<int> got = ToHost(device_bounds, 2);
  std::printf("sum = %llu, min = %d, max = %d\n", sum, got[0], got[1]);
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_sum));
  CHECK(cudaFree(device_bounds));
  if (sum != want_sum) {
    std::printf("the sum differs: want %llu\n", want_sum);
    return 1;
  }
  return Compare(got, want);
}
