// SPDX-License-Identifier: Apache-2.0
// Teaches a radix sort of one block: a split by each bit with ballots and a scan over the warps.

#include <algorithm>

#include "program.cuh"

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
