// SPDX-License-Identifier: Apache-2.0
// Teaches a radix-2 FFT of one block in shared memory, forward and back, against a slow transform.

#include <cmath>

#include "program.cuh"

constexpr int kSize = 64;

__global__ void Transform(float2* data, float sign) {
  __shared__ float2 own[kSize];
  const int t = threadIdx.x;
  for (int i = t; i < kSize; i += blockDim.x) {
    own[__brev(i) >> 26] = data[blockIdx.x * kSize + i];
  }
  __syncthreads();
  for (int half = 1; half < kSize; half *= 2) {
    const int k = t % half;
    const int i = t / half * 2 * half + k;
    float sine = 0.0f;
    float cosine = 0.0f;
    sincospif(sign * float(k) / float(half), &sine, &cosine);
    const float2 a = own[i];
    const float2 b = own[i + half];
    const float2 turned =
        make_float2(b.x * cosine - b.y * sine, b.x * sine + b.y * cosine);
    own[i] = make_float2(a.x + turned.x, a.y + turned.y);
    own[i + half] = make_float2(a.x - turned.x, a.y - turned.y);
    __syncthreads();
  }
  for (int i = t; i < kSize; i += blockDim.x) {
    data[blockIdx.x * kSize + i] = own[i];
  }
}

int main() {
  const int n = 4 * kSize;
  const double pi = std::acos(-1.0);
  std::vector<float2> in(n);
  for (int i = 0; i < n; ++i) {
    in[i].x = float(i * 13 % 17) - 8.0f;
    in[i].y = float(i % 5) * 0.5f;
  }
  float2* data = ToDevice(in);
  Transform<<<n / kSize, kSize / 2>>>(data, -1.0f);
  CHECK(cudaGetLastError());
  const std::vector<float2> forward = ToHost(data, n);
  Transform<<<n / kSize, kSize / 2>>>(data, 1.0f);
  CHECK(cudaGetLastError());
  const std::vector<float2> back = ToHost(data, n);
  for (int i = 0; i < n; ++i) {
    double x = 0.0;
    double y = 0.0;
    for (int k = 0; k < kSize; ++k) {
      const float2 value = in[i / kSize * kSize + k];
      const double angle = -2.0 * pi * (i % kSize) * k / kSize;
      x += value.x * std::cos(angle) - value.y * std::sin(angle);
      y += value.x * std::sin(angle) + value.y * std::cos(angle);
    }
    const double error = std::fabs(forward[i].x - x) + std::fabs(forward[i].y - y) +
                         std::fabs(back[i].x / kSize - in[i].x) +
                         std::fabs(back[i].y / kSize - in[i].y);
    if (!(error < 1e-3)) {
      std::printf("differs at %d: got %g, want %g\n", i, forward[i].x, x);
      return 1;
    }
  }
  std::printf("out[1] = %.2f %+.2fi\nok\n", forward[1].x, forward[1].y);
  CHECK(cudaFree(data));
  return 0;
}
