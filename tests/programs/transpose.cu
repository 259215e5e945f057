// SPDX-License-Identifier: Apache-2.0
// Teaches three transposes: naive, through a shared tile, and a tile padded against bank conflicts.

#include "program.cuh"

constexpr int kTile = 32;
constexpr int kRowsOfThreads = 8;
constexpr int kWidth = 96;
constexpr int kHeight = 64;

__global__ void Naive(const int* in, int* out) {
  const int x = blockIdx.x * kTile + threadIdx.x;
  for (int y = blockIdx.y * kTile + threadIdx.y; y < (blockIdx.y + 1) * kTile;
       y += kRowsOfThreads) {
    out[x * kHeight + y] = in[y * kWidth + x];
  }
}

template <int kPad>
__global__ void Tiled(const int* in, int* out) {
  __shared__ int tile[kTile][kTile + kPad];
  const int x = blockIdx.x * kTile;
  const int y = blockIdx.y * kTile;
  for (int i = threadIdx.y; i < kTile; i += kRowsOfThreads) {
    tile[i][threadIdx.x] = in[(y + i) * kWidth + x + threadIdx.x];
  }
  __syncthreads();
  for (int i = threadIdx.y; i < kTile; i += kRowsOfThreads) {
    out[(x + i) * kHeight + y + threadIdx.x] = tile[threadIdx.x][i];
  }
}

int main() {
  const int n = kWidth * kHeight;
  std::vector<int> in(n);
  std::vector<int> want(n);
  for (int i = 0; i < n; ++i) {
    in[i] = i;
    want[i % kWidth * kHeight + i / kWidth] = i;
  }
  int* device_in = ToDevice(in);
  int* device_out = ToDevice(in);
  const dim3 grid(kWidth / kTile, kHeight / kTile);
  const dim3 block(kTile, kRowsOfThreads);
  int differences = 0;
  for (int variant = 0; variant < 3; ++variant) {
    CHECK(cudaMemset(device_out, 0xff, n * sizeof(int)));
    if (variant == 0) {
      Naive<<<grid, block>>>(device_in, device_out);
    } else if (variant == 1) {
      Tiled<0><<<grid, block>>>(device_in, device_out);
    } else {
      Tiled<1><<<grid, block>>>(device_in, device_out);
    }
    CHECK(cudaGetLastError());
    const std::vector<int> got = ToHost(device_out, n);
    std::printf("variant %d: out[1] = %d, ", variant, got[1]);
    differences += Compare(got, want);
  }
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  return differences;
}
