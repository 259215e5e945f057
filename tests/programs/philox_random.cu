// SPDX-License-Identifier: Apache-2.0
// Teaches cuRAND's device interface: Philox numbers do not depend on how the grid is cut.

#include <curand_kernel.h>

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

__global__ void Draw(int n, unsigned* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    curandStatePhilox4_32_10_t state;
    curand_init(1234ull, i, 0, &state);
    const uint4 four = curand4(&state);
    out[i] = four.x ^ four.y ^ four.z ^ four.w ^ curand(&state);
  }
}

int main() {
  const int n = 600;
  unsigned* first = ToDevice(std::vector<unsigned>(n, 0));
  unsigned* second = ToDevice(std::vector<unsigned>(n, 1));
  Draw<<<(n + 127) / 128, 128>>>(n, first);
  CHECK(cudaGetLastError());
  Draw<<<(n + 31) / 32, 32>>>(n, second);
  CHECK(cudaGetLastError());
  const std::vector<unsigned> got = ToHost(first, n);
  std::printf("%08x %08x ... %08x\n", got[0], got[1], got[n - 1]);
  return Compare(got, ToHost(second, n));
}
