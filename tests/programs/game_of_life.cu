// SPDX-License-Identifier: Apache-2.0
// Teaches a stepped simulation: Conway's game of life on a torus, two buffers in turn.

#include <utility>

#include "program.cuh"

constexpr int kWidth = 48;
constexpr int kHeight = 32;

__host__ __device__ unsigned char Next(const unsigned char* in, int x, int y) {
  int count = 0;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      const int row = (y + dy + kHeight) % kHeight;
      count += dx == 0 && dy == 0 ? 0 : in[row * kWidth + (x + dx + kWidth) % kWidth];
    }
  }
  return count == 3 || (count == 2 && in[y * kWidth + x] == 1) ? 1 : 0;
}

__global__ void Step(const unsigned char* in, unsigned char* out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * kWidth + x] = Next(in, x, y);
}

int main() {
  std::vector<unsigned char> want(kWidth * kHeight);
  const int glider[5][2] = {{1, 0}, {2, 1}, {0, 2}, {1, 2}, {2, 2}};
  for (const auto& cell : glider) {
    want[(4 + cell[1]) * kWidth + 4 + cell[0]] = 1;
  }
  for (int x = 20; x < 30; ++x) {
    want[16 * kWidth + x] = 1;
  }
  unsigned char* front = ToDevice(want);
  unsigned char* back = ToDevice(want);
  for (int step = 0; step < 12; ++step) {
    Step<<<dim3(kWidth / 16, kHeight / 8), dim3(16, 8)>>>(front, back);
    CHECK(cudaGetLastError());
    std::swap(front, back);
    const std::vector<unsigned char> last = want;
    for (int i = 0; i < kWidth * kHeight; ++i) {
      want[i] = Next(last.data(), i % kWidth, i / kWidth);
    }
  }
  const std::vector<unsigned char> got = ToHost(front, want.size());
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      std::putchar(got[y * kWidth + x] == 1 ? '#' : '.');
    }
    std::putchar('\n');
  }
  CHECK(cudaFree(front));
  CHECK(cudaFree(back));
  return Compare(got, want);
}
