// SPDX-License-Identifier: Apache-2.0
// Teaches a one-pass scan with decoupled look-back: tiles by ticket, states behind __threadfence.

#include "program.cuh"

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
