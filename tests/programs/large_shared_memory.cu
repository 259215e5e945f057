// SPDX-License-Identifier: Apache-2.0
// Teaches how to ask for more than 48 KiB of shared memory with cudaFuncSetAttribute.

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

__global__ void Gather(int words, int* out) {
  extern __shared__ int own[];
  for (int i = threadIdx.x; i < words; i += blockDim.x) {
    own[i] = i * 3;
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = own[words - 1 - threadIdx.x * 61] + blockIdx.x;
}

int main() {
  const int bytes = 64 * 1024;
  const int words = bytes / 4;
  const int n = 512;
  std::vector<int> want(n);
  for (int i = 0; i < n; ++i) {
    want[i] = (words - 1 - i % 256 * 61) * 3 + i / 256;
  }
  int* out = ToDevice(std::vector<int>(n, -1));
  Gather<<<2, 256, bytes>>>(words, out);
  std::printf("without the attribute: %s\n", cudaGetErrorString(cudaGetLastError()));
  CHECK(cudaFuncSetAttribute(Gather, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  Gather<<<2, 256, bytes>>>(words, out);
  std::printf("with the attribute: %s\n", cudaGetErrorString(cudaGetLastError()));
  const std::vector<int> got = ToHost(out, n);
  std::printf("out[511] = %d\n", got[511]);
  CHECK(cudaFree(out));
  return Compare(got, want);
}
