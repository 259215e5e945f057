// SPDX-License-Identifier: Apache-2.0
// Teaches a numerically safe softmax: one block a row, a maximum and a sum over the block.

#include <cmath>

#include "program.cuh"

constexpr int kRows = 16;
constexpr int kColumns = 100;
constexpr int kBlock = 128;

__global__ void Softmax(const float* in, float* out) {
  __shared__ float scratch[kBlock];
  const int t = threadIdx.x;
  const float x = t < kColumns ? in[blockIdx.x * kColumns + t] : -INFINITY;
  scratch[t] = x;
  __syncthreads();
  for (int stride = kBlock / 2; stride > 0; stride /= 2) {
    if (t < stride) {
      scratch[t] = fmaxf(scratch[t], scratch[t + stride]);
    }
    __syncthreads();
  }
  const float e = expf(x - scratch[0]);  // 0 where the row has ended
  __syncthreads();
  scratch[t] = e;
  __syncthreads();
  for (int stride = kBlock / 2; stride > 0; stride /= 2) {
    if (t < stride) {
      scratch[t] += scratch[t + stride];
    }
    __syncthreads();
  }
  if (t < kColumns) {
    out[blockIdx.x * kColumns + t] = e / scratch[0];
  }
}

int main() {
  std::vector<float> in(kRows * kColumns);
  for (int i = 0; i < kRows * kColumns; ++i) {
    in[i] = float(i * 31 % 17) * 0.25f + 80.0f;
  }
  float* device_in = ToDevice(in);
  float* device_out = ToDevice(in);
  Softmax<<<kRows, kBlock>>>(device_in, device_out);
  CHECK(cudaGetLastError());
  const std::vector<float> got = ToHost(device_out, in.size());
  for (int row = 0; row < kRows; ++row) {
    double sum = 0.0;
    for (int i = 0; i < kColumns; ++i) {
      sum += std::exp(double(in[row * kColumns + i]));
    }
    for (int i = row * kColumns; i < (row + 1) * kColumns; ++i) {
      if (std::fabs(got[i] - std::exp(double(in[i])) / sum) > 1e-6) {
        std::printf("differs at %d: got %g\n", i, got[i]);
        return 1;
      }
    }
  }
  std::printf("out[0] = %.4f, out[99] = %.4f\nok\n", got[0], got[99]);
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  return 0;
}
