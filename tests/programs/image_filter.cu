// SPDX-License-Identifier: Apache-2.0
// Teaches image work: uchar4 pixels to grey, a Sobel filter, and a median of nine.

#include <algorithm>

#include "program.cuh"

constexpr int kWidth = 50;
constexpr int kHeight = 30;

__host__ __device__ int Grey(uchar4 p) { return (p.x * 77 + p.y * 150 + p.z * 29) >> 8; }

__host__ __device__ int At(const int* in, int x, int y) {
  x = x < 0 ? 0 : x >= kWidth ? kWidth - 1 : x;
  y = y < 0 ? 0 : y >= kHeight ? kHeight - 1 : y;
  return in[y * kWidth + x];
}

__host__ __device__ int Filter(const int* in, int x, int y) {
  int nine[9];
  int dx = 0;
  int dy = 0;
  for (int i = 0; i < 9; ++i) {
    const int value = At(in, x + i % 3 - 1, y + i / 3 - 1);
    dx += value * (i % 3 - 1) * (i / 3 == 1 ? 2 : 1);
    dy += value * (i / 3 - 1) * (i % 3 == 1 ? 2 : 1);
    int k = i;
    for (; k > 0 && nine[k - 1] > value; --k) {
      nine[k] = nine[k - 1];
    }
    nine[k] = value;
  }
  return abs(dx) + abs(dy) + 1000 * nine[4];
}

__global__ void ToGrey(const uchar4* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < kWidth * kHeight) {
    out[i] = Grey(in[i]);
  }
}

__global__ void FilterAll(const int* in, int* out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < kWidth && y < kHeight) {
    out[y * kWidth + x] = Filter(in, x, y);
  }
}

int main() {
  const int n = kWidth * kHeight;
  std::vector<uchar4> pixels(n);
  std::vector<int> grey(n);
  std::vector<int> want(n);
  for (int i = 0; i < n; ++i) {
    const unsigned noise = i * 2654435761u >> 8;
    pixels[i] = make_uchar4(noise & 255, i % 256, i / kWidth * 8, 255);
    grey[i] = Grey(pixels[i]);
  }
  for (int i = 0; i < n; ++i) {
    want[i] = Filter(grey.data(), i % kWidth, i / kWidth);
  }
  uchar4* device_pixels = ToDevice(pixels);
  int* device_grey = ToDevice(std::vector<int>(n, -1));
  int* device_out = ToDevice(std::vector<int>(n, -1));
  ToGrey<<<(n + 127) / 128, 128>>>(device_pixels, device_grey);
  FilterAll<<<dim3(4, 4), dim3(16, 8)>>>(device_grey, device_out);
  CHECK(cudaGetLastError());
  const std::vector<int> got = ToHost(device_out, n);
  std::printf("out[0] = %d, out[1499] = %d\n", got[0], got[1499]);
  return Compare(ToHost(device_grey, n), grey) + Compare(got, want);
}
