// SPDX-License-Identifier: Apache-2.0
// Teaches random numbers: an xorshift generator a thread estimates pi by counting hits.

#include "program.cuh"

constexpr int kPerThread = 64;

struct Xorshift {
  unsigned state;
  __host__ __device__ explicit Xorshift(unsigned seed) : state(seed * 2654435761u | 1u) {}
  __host__ __device__ unsigned Next() {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
  }
};

__host__ __device__ int Hits(unsigned seed) {
  Xorshift random(seed);
  int hits = 0;
  for (int i = 0; i < kPerThread; ++i) {
    const unsigned x = random.Next() >> 17;  // 15 bits: the squares fit
    const unsigned y = random.Next() >> 17;
    hits += x * x + y * y < (1u << 30) ? 1 : 0;
  }
  return hits;
}

__global__ void Throw(int* hits) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  hits[i] = Hits(i + 1);
}

int main() {
  const int n = 1024;
  std::vector<int> want(n);
  for (int i = 0; i < n; ++i) {
    want[i] = Hits(i + 1);
  }
  int* device_hits = ToDevice(std::vector<int>(n, -1));
  Throw<<<n / 128, 128>>>(device_hits);
  CHECK(cudaGetLastError());
  const std::vector<int> got = ToHost(device_hits, n);
  int sum = 0;
  for (const int hits : got) {
    sum += hits;
  }
  std::printf("%d hits, pi is about %.4f\n", sum, 4.0 * sum / (n * kPerThread));
  CHECK(cudaFree(device_hits));
  return Compare(got, want);
}
