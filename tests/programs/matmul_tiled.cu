// SPDX-License-Identifier: Apache-2.0
// Teaches matrix multiplication, naive and with shared tiles: both must give the same result.

#include "program.cuh"

constexpr int kN = 64;
constexpr int kTile = 16;

__global__ void Naive(const float* a, const float* b, float* c) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < kN; ++k) {
    sum += a[row * kN + k] * b[k * kN + column];
  }
  c[row * kN + column] = sum;
}

__global__ void Tiled(const float* a, const float* b, float* c) {
  __shared__ float tile_a[kTile][kTile];
  __shared__ float tile_b[kTile][kTile];
  const int x = threadIdx.x;
  const int y = threadIdx.y;
  const int row = blockIdx.y * kTile + y;
  const int column = blockIdx.x * kTile + x;
  float sum = 0.0f;
  for (int base = 0; base < kN; base += kTile) {
    tile_a[y][x] = a[row * kN + base + x];
    tile_b[y][x] = b[(base + y) * kN + column];
    __syncthreads();
    for (int k = 0; k < kTile; ++k) {
      sum += tile_a[y][k] * tile_b[k][x];
    }
    __syncthreads();
  }
  c[row * kN + column] = sum;
}

int main() {
  std::vector<float> a(kN * kN);
  std::vector<float> b(kN * kN);
  for (int i = 0; i < kN * kN; ++i) {
    a[i] = float(i % 9 - 4);
    b[i] = float(i % 5 - 2);
  }
  float* device_a = ToDevice(a);
  float* device_b = ToDevice(b);
  float* device_c = ToDevice(a);
  float* device_d = ToDevice(a);
  const dim3 grid(kN / kTile, kN / kTile);
  const dim3 block(kTile, kTile);
  Naive<<<grid, block>>>(device_a, device_b, device_c);
  CHECK(cudaGetLastError());
  Tiled<<<grid, block>>>(device_a, device_b, device_d);
  CHECK(cudaGetLastError());
  std::vector<float> want(kN * kN);
  for (int i = 0; i < kN * kN; ++i) {
    for (int k = 0; k < kN; ++k) {
      want[i] += a[i / kN * kN + k] * b[k * kN + i % kN];
    }
  }
  const std::vector<float> got = ToHost(device_d, kN * kN);
  std::printf("c[1] = %g, c[4095] = %g\n", got[1], got[4095]);
  const int naive = Compare(ToHost(device_c, kN * kN), want);
  return naive + Compare(got, want);
}
