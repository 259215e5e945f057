// SPDX-License-Identifier: Apache-2.0
// Teaches histograms: atomics on shared bins, merged into the global ones; and global alone.

#include "program.cuh"

constexpr int kBins = 64;

__global__ void Shared(int n, const unsigned char* in, unsigned* bins) {
  __shared__ unsigned own[kBins];
  for (int i = threadIdx.x; i < kBins; i += blockDim.x) {
    own[i] = 0;
  }
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    atomicAdd(&own[in[i] % kBins], 1u);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < kBins; i += blockDim.x) {
    atomicAdd(&bins[i], own[i]);
  }
}

__global__ void Global(int n, const unsigned char* in, unsigned* bins) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(&bins[in[i] % kBins], 1u);
  }
}

int main() {
  const int n = 10000;
  std::vector<unsigned char> in(n);
  std::vector<unsigned> want(kBins);
  for (int i = 0; i < n; ++i) {
    in[i] = static_cast<unsigned char>((i * 2654435761u) >> 20);
    ++want[in[i] % kBins];
  }
  unsigned char* device_in = ToDevice(in);
  unsigned* device_shared = nullptr;
  unsigned* device_global = nullptr;
  CHECK(cudaMalloc(&device_shared, kBins * sizeof(unsigned)));
  CHECK(cudaMalloc(&device_global, kBins * sizeof(unsigned)));
  CHECK(cudaMemset(device_shared, 0, kBins * sizeof(unsigned)));
  CHECK(cudaMemset(device_global, 0, kBins * sizeof(unsigned)));
  Shared<<<8, 128>>>(n, device_in, device_shared);
  CHECK(cudaGetLastError());
  Global<<<(n + 255) / 256, 256>>>(n, device_in, device_global);
  CHECK(cudaGetLastError());
  const std::vector<unsigned> got = ToHost(device_shared, kBins);
  std::printf("bins: %u %u %u ... %u\n", got[0], got[1], got[2], got[63]);
  const int shared = Compare(got, want);
  return shared + Compare(ToHost(device_global, kBins), want);
}
