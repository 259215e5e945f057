// SPDX-License-Identifier: Apache-2.0
// Teaches a tree reduction in shared memory: one partial sum per block.

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

constexpr int kBlock = 256;

__global__ void Reduce(int n, const int* in, int* partial) {
  __shared__ int sums[kBlock];
  const int i = blockIdx.x * kBlock + threadIdx.x;
  sums[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (int stride = kBlock / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) {
      sums[threadIdx.x] += sums[threadIdx.x + stride];
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sums[0];
  }
}

int main() {
  const int n = 20000;
  const int blocks = (n + kBlock - 1) / kBlock;
  std::vector<int> in(n);
  std::vector<int> want(blocks);
  for (int i = 0; i < n; ++i) {
    in[i] = (i * 37) % 101 - 50;
    want[i / kBlock] += in[i];
  }
  int* device_in = ToDevice(in);
  int* device_partial = nullptr;
  CHECK(cudaMalloc(&device_partial, blocks * sizeof(int)));
  Reduce<<<blocks, kBlock>>>(n, device_in, device_partial);
  CHECK(cudaGetLastError());
  const std::vector<int> got = ToHost(device_partial, blocks);
  int sum = 0;
  for (const int value : got) {
    sum += value;
  }
  std::printf("blocks = %d, sum = %d\n", blocks, sum);
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_partial));
  return Compare(got, want);
}
