// SPDX-License-Identifier: Apache-2.0
// Teaches a one-pass scan with decoupled look-back: tiles by ticket, states behind __threadfence.

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

constexpr int kBlock = 128;
constexpr int kTiles = 24;
enum State : int { kEmpty = 0, kSum = 1, kPrefix = 2 };

struct Tile {
  int state;
  int sum;
  int prefix;
};

__device__ Tile tiles[kTiles];
__device__ int ticket;

__device__ int LookBack(int tile) {
  int before = 0;
  for (int i = tile - 1; i >= 0;) {
    volatile Tile* const other = &tiles[i];
    const int state = other->state;
    __threadfence();
    if (state == kPrefix) {
      return before + other->prefix;
    }
    if (state == kSum) {
      before += other->sum;
      --i;
    }
  }
  return before;
}

__global__ void Scan(const int* in, int* out) {
  __shared__ int values[kBlock];
  __shared__ int tile;
  __shared__ int before;
  const int t = threadIdx.x;
  if (t == 0) {
    tile = atomicAdd(&ticket, 1);
  }
  __syncthreads();
  values[t] = in[tile * kBlock + t];
  __syncthreads();
  for (int offset = 1; offset < kBlock; offset *= 2) {
    const int add = t >= offset ? values[t - offset] : 0;
    __syncthreads();
    values[t] += add;
    __syncthreads();
  }
  if (t == 0) {
    volatile Tile* const own = &tiles[tile];
    own->sum = values[kBlock - 1];
    __threadfence();
    own->state = kSum;
    before = LookBack(tile);
    own->prefix = before + values[kBlock - 1];
    __threadfence();
    own->state = kPrefix;
  }
  __syncthreads();
  out[tile * kBlock + t] = before + values[t];
}

int main() {
  const int n = kTiles * kBlock;
  std::vector<int> in(n);
  std::vector<int> want(n);
  for (int i = 0; i < n; ++i) {
    in[i] = i * 5 % 17 - 2;
    want[i] = in[i] + (i > 0 ? want[i - 1] : 0);
  }
  int* device_in = ToDevice(in);
  int* device_out = ToDevice(in);
  Scan<<<kTiles, kBlock>>>(device_in, device_out);
  CHECK(cudaGetLastError());
  const std::vector<int> got = ToHost(device_out, n);
  std::printf("out[0] = %d, out[3071] = %d\n", got[0], got[3071]);
  return Compare(got, want);
}
