// SPDX-License-Identifier: Apache-2.0
// Teaches a 2D five-point stencil with a halo in shared memory, swapping two buffers each step.

#include <utility>

#include "program.cuh"

constexpr int kN = 60;
constexpr int kTile = 16;

__global__ void Step(const float* in, float* out) {
  __shared__ float tile[kTile + 2][kTile + 2];
  const int thread = threadIdx.y * kTile + threadIdx.x;
  for (int i = thread; i < (kTile + 2) * (kTile + 2); i += kTile * kTile) {
    const int row = int(blockIdx.y) * kTile + i / (kTile + 2) - 1;
    const int column = int(blockIdx.x) * kTile + i % (kTile + 2) - 1;
    const bool inside = row >= 0 && row < kN && column >= 0 && column < kN;
    tile[i / (kTile + 2)][i % (kTile + 2)] = inside ? in[row * kN + column] : 0.0f;
  }
  __syncthreads();
  const int row = blockIdx.y * kTile + threadIdx.y;
  const int column = blockIdx.x * kTile + threadIdx.x;
  if (row < kN && column < kN) {
    const int y = threadIdx.y + 1;
    const int x = threadIdx.x + 1;
    out[row * kN + column] =
        0.25f * (tile[y - 1][x] + tile[y + 1][x] + tile[y][x - 1] + tile[y][x + 1]);
  }
}

int main() {
  std::vector<float> in(kN * kN);
  for (int i = 0; i < kN * kN; ++i) {
    in[i] = float(i % 64);
  }
  float* device_in = ToDevice(in);
  float* device_out = ToDevice(in);
  std::vector<float> want = in;
  for (int step = 0; step < 4; ++step) {
    Step<<<dim3(4, 4), dim3(kTile, kTile)>>>(device_in, device_out);
    CHECK(cudaGetLastError());
    std::swap(device_in, device_out);
    std::vector<float> next(kN * kN);
    for (int i = 0; i < kN * kN; ++i) {
      const float up = i >= kN ? want[i - kN] : 0.0f;
      const float down = i + kN < kN * kN ? want[i + kN] : 0.0f;
      const float left = i % kN > 0 ? want[i - 1] : 0.0f;
      const float right = i % kN < kN - 1 ? want[i + 1] : 0.0f;
      next[i] = 0.25f * (up + down + left + right);
    }
    want = next;
  }
  const std::vector<float> got = ToHost(device_in, kN * kN);
  std::printf("out[0] = %g, out[1830] = %g\n", got[0], got[1830]);
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  return Compare(got, want);
}
