// SPDX-License-Identifier: Apache-2.0
// Teaches a radix sort of one block: a split by each bit with ballots and a scan over the warps.

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

constexpr int kBlock = 256;
constexpr int kWarps = kBlock / 32;

// The number of earlier threads of the block whose flag is set; total becomes that of all.
__device__ int CountBefore(bool flag, int* total) {
  __shared__ int counts[kWarps];
  const int lane = threadIdx.x % 32;
  const int warp = threadIdx.x / 32;
  const unsigned set = __ballot_sync(0xffffffffu, flag);
  if (lane == 0) {
    counts[warp] = __popc(set);
  }
  __syncthreads();
  int before = __popc(set & ((1u << lane) - 1));
  *total = 0;
  for (int i = 0; i < kWarps; ++i) {
    before += i < warp ? counts[i] : 0;
    *total += counts[i];
  }
  __syncthreads();
  return before;
}

__global__ void Sort(unsigned* data) {
  __shared__ unsigned keys[kBlock];
  const int t = threadIdx.x;
  unsigned key = data[blockIdx.x * kBlock + t];
  for (int bit = 0; bit < 32; ++bit) {
    const bool zero = (key >> bit & 1u) == 0;
    int zeros = 0;
    const int before = CountBefore(zero, &zeros);
    keys[zero ? before : zeros + t - before] = key;
    __syncthreads();
    key = keys[t];
    __syncthreads();
  }
  data[blockIdx.x * kBlock + t] = key;
}

int main() {
  const int n = 4 * kBlock;
  std::vector<unsigned> want(n);
  unsigned x = 12345;
  for (unsigned& key : want) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    key = x;
  }
  unsigned* data = ToDevice(want);
  Sort<<<n / kBlock, kBlock>>>(data);
  CHECK(cudaGetLastError());
  for (int i = 0; i < n; i += kBlock) {
    std::sort(want.begin() + i, want.begin() + i + kBlock);
  }
  const std::vector<unsigned> got = ToHost(data, n);
  std::printf("%u %u ... %u\n", got[0], got[1], got[n - 1]);
  CHECK(cudaFree(data));
  return Compare(got, want);
}
