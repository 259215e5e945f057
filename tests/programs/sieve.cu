// SPDX-License-Identifier: Apache-2.0
// Teaches launches driven by the host: the sieve of Eratosthenes, one launch a prime.

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

__global__ void Strike(int n, int prime, unsigned char* composite) {
  const int step = gridDim.x * blockDim.x * prime;
  const int first = prime * prime + (blockIdx.x * blockDim.x + threadIdx.x) * prime;
  for (int i = first; i < n; i += step) {
    composite[i] = 1;
  }
}

int main() {
  const int n = 5000;
  std::vector<unsigned char> want(n);
  unsigned char* composite = nullptr;
  CHECK(cudaMalloc(&composite, n));
  CHECK(cudaMemset(composite, 0, n));
  for (int prime = 2; prime * prime < n; ++prime) {
    unsigned char struck = 0;
    CHECK(cudaMemcpy(&struck, composite + prime, 1, cudaMemcpyDeviceToHost));
    if (struck == 0) {
      Strike<<<2, 128>>>(n, prime, composite);
      CHECK(cudaGetLastError());
    }
  }
  int count = 0;
  for (int i = 2; i < n; ++i) {
    for (int k = 2; k * k <= i && want[i] == 0; ++k) {
      want[i] = i % k == 0 ? 1 : 0;
    }
    count += 1 - want[i];
  }
  std::printf("%d primes below %d\n", count, n);
  return Compare(ToHost(composite, n), want);
}
