// SPDX-License-Identifier: Apache-2.0
// Teaches divergent loops: the Mandelbrot set in fixed point, so that every count is exact.

#include "program.cuh"

constexpr int kWidth = 72;
constexpr int kHeight = 32;
constexpr int kLimit = 64;
constexpr int kBits = 24;  // after the binary point

__host__ __device__ int Count(int column, int row) {
  const long long one = 1ll << kBits;
  const long long real = column * 3 * one / kWidth - 9 * one / 4;
  const long long imaginary = row * 2 * one / kHeight - one;
  long long x = 0;
  long long y = 0;
  int count = 0;
  while (count < kLimit && ((x * x + y * y) >> kBits) < 4 * one) {
    const long long next = ((x * x - y * y) >> kBits) + real;
    y = ((2 * x * y) >> kBits) + imaginary;
    x = next;
    ++count;
  }
  return count;
}

__global__ void Mandelbrot(int* counts) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < kWidth && row < kHeight) {
    counts[row * kWidth + column] = Count(column, row);
  }
}

int main() {
  std::vector<int> want(kWidth * kHeight);
  for (int i = 0; i < kWidth * kHeight; ++i) {
    want[i] = Count(i % kWidth, i / kWidth);
  }
  int* device = ToDevice(std::vector<int>(want.size(), -1));
  Mandelbrot<<<dim3((kWidth + 15) / 16, (kHeight + 7) / 8), dim3(16, 8)>>>(device);
  CHECK(cudaGetLastError());
  const std::vector<int> got = ToHost(device, want.size());
  long long sum = 0;
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      const int count = got[y * kWidth + x];
      sum += count;
      std::putchar(count == kLimit ? '#' : count > 8 ? '+' : count > 4 ? '-' : ' ');
    }
    std::putchar('\n');
  }
  std::printf("iterations: %lld\n", sum);
  CHECK(cudaFree(device));
  return Compare(got, want);
}
