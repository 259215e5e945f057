// SPDX-License-Identifier: Apache-2.0
// Teaches matrix multiplication where each thread keeps a 4 x 4 block of the result in registers.

#include "program.cuh"

constexpr int kN = 64;
constexpr int kTile = 32;  // the block's tile of C; 8 x 8 threads
constexpr int kPer = 4;

__global__ void Multiply(const float* a, const float* b, float* c) {
  __shared__ float tile_a[kTile][kTile + 1];
  __shared__ float tile_b[kTile][kTile];
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
  const int row = threadIdx.y * kPer;
  const int column = threadIdx.x * kPer;
  float sum[kPer][kPer] = {};
  for (int base = 0; base < kN; base += kTile) {
    for (int i = thread; i < kTile * kTile; i += blockDim.x * blockDim.y) {
      const int y = i / kTile;
      const int x = i % kTile;
      tile_a[y][x] = a[(blockIdx.y * kTile + y) * kN + base + x];
      tile_b[y][x] = b[(base + y) * kN + blockIdx.x * kTile + x];
    }
    __syncthreads();
    for (int k = 0; k < kTile; ++k) {
#pragma unroll
      for (int i = 0; i < kPer * kPer; ++i) {
        sum[i / kPer][i % kPer] += tile_a[row + i / kPer][k] * tile_b[k][column + i % kPer];
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < kPer * kPer; ++i) {
    c[(blockIdx.y * kTile + row + i / kPer) * kN + blockIdx.x * kTile + column + i % kPer] =
        sum[i / kPer][i % kPer];
  }
}

int main() {
  std::vector<float> a(kN * kN);
  std::vector<float> b(kN * kN);
  for (int i = 0; i < kN * kN; ++i) {
    a[i] = float(i % 7 - 3);
    b[i] = float(i % 11 - 5);
  }
  std::vector<float> want(kN * kN);
  for (int i = 0; i < kN * kN; ++i) {
    for (int k = 0; k < kN; ++k) {
      want[i] += a[i / kN * kN + k] * b[k * kN + i % kN];
    }
  }
  float* device_a = ToDevice(a);
  float* device_b = ToDevice(b);
  float* device_c = ToDevice(a);
  Multiply<<<dim3(kN / kTile, kN / kTile), dim3(8, 8)>>>(device_a, device_b, device_c);
  CHECK(cudaGetLastError());
  const std::vector<float> got = ToHost(device_c, kN * kN);
  std::printf("c[0] = %g, c[4095] = %g\n", got[0], got[4095]);
  CHECK(cudaFree(device_a));
  CHECK(cudaFree(device_b));
  CHECK(cudaFree(device_c));
  return Compare(got, want);
}
