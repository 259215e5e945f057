// SPDX-License-Identifier: Apache-2.0
// Teaches the Hillis-Steele inclusive scan of one block, with two buffers in shared memory.

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

constexpr int kBlock = 512;

__global__ void Scan(const int* in, int* out) {
  __shared__ int buffer[2][kBlock];
  const int t = threadIdx.x;
  const int base = blockIdx.x * kBlock;
  int from = 0;
  buffer[0][t] = in[base + t];
  __syncthreads();
  for (int offset = 1; offset < kBlock; offset *= 2) {
    buffer[1 - from][t] = buffer[from][t] + (t >= offset ? buffer[from][t - offset] : 0);
    from = 1 - from;
    __syncthreads();
  }
  out[base + t] = buffer[from][t];
}

int main() {
  const int n = 4 * kBlock;
  std::vector<int> in(n);
  std::vector<int> want(n);
  for (int i = 0; i < n; ++i) {
    in[i] = i % 11 - 3;
    want[i] = in[i] + (i % kBlock == 0 ? 0 : want[i - 1]);
  }
  int* device_in = ToDevice(in);
  int* device_out = nullptr;
  CHECK(cudaMalloc(&device_out, n * sizeof(int)));
  Scan<<<n / kBlock, kBlock>>>(device_in, device_out);
  CHECK(cudaGetLastError());
  const std::vector<int> got = ToHost(device_out, n);
  std::printf("out[511] = %d, out[2047] = %d\n", got[511], got[2047]);
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  return Compare(got, want);
}
