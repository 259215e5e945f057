// SPDX-License-Identifier: Apache-2.0
// Teaches layer normalisation: a warp per row, mean and variance by butterfly shuffles.

#include <cmath>

#include "program.cuh"

constexpr int kRows = 24;
constexpr int kColumns = 96;

__device__ float WarpSum(float value) {
  for (int mask = 16; mask > 0; mask /= 2) {
    value += __shfl_xor_sync(0xffffffffu, value, mask);
  }
  return value;
}

__global__ void LayerNorm(const float* in, float* out) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  float x[kColumns / 32];
  float sum = 0.0f;
  for (int i = 0; i < kColumns / 32; ++i) {
    x[i] = in[row * kColumns + i * 32 + threadIdx.x];
    sum += x[i];
  }
  const float mean = WarpSum(sum) / kColumns;
  float squares = 0.0f;
  for (int i = 0; i < kColumns / 32; ++i) {
    squares += (x[i] - mean) * (x[i] - mean);
  }
  const float scale = rsqrtf(WarpSum(squares) / kColumns + 1e-5f);
  for (int i = 0; i < kColumns / 32; ++i) {
    out[row * kColumns + i * 32 + threadIdx.x] = (x[i] - mean) * scale;
  }
}

int main() {
  std::vector<float> in(kRows * kColumns);
  for (int i = 0; i < kRows * kColumns; ++i) {
    in[i] = float(i * 29 % 37) - 10.0f;
  }
  float* device_in = ToDevice(in);
  float* device_out = ToDevice(in);
  LayerNorm<<<kRows / 4, dim3(32, 4)>>>(device_in, device_out);
  CHECK(cudaGetLastError());
  const std::vector<float> got = ToHost(device_out, in.size());
  for (int row = 0; row < kRows; ++row) {
    double mean = 0.0;
    double variance = 0.0;
    for (int i = row * kColumns; i < (row + 1) * kColumns; ++i) {
      mean += in[i] / double(kColumns);
    }
    for (int i = row * kColumns; i < (row + 1) * kColumns; ++i) {
      variance += (in[i] - mean) * (in[i] - mean) / kColumns;
    }
    for (int i = row * kColumns; i < (row + 1) * kColumns; ++i) {
      if (std::fabs(got[i] - (in[i] - mean) / std::sqrt(variance + 1e-5)) > 1e-5) {
        std::printf("differs at %d: got %g\n", i, got[i]);
        return 1;
      }
    }
  }
  std::printf("out[0] = %.3f, out[95] = %.3f\nok\n", got[0], got[95]);
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  return 0;
}
