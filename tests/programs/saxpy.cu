// SPDX-License-Identifier: Apache-2.0
// Teaches the first kernel: one thread per element, a bounds check, y = a * x + y.

#include "program.cuh"

__global__ void Saxpy(int n, float a, const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    y[i] = a * x[i] + y[i];
  }
}

int main() {
  const int n = 10000;
  std::vector<float> x(n);
  std::vector<float> y(n);
  std::vector<float> want(n);
  for (int i = 0; i < n; ++i) {
    x[i] = float(i % 100);
    y[i] = float(i % 7);
    want[i] = 2.5f * x[i] + y[i];
  }
  float* device_x = ToDevice(x);
  float* device_y = ToDevice(y);
  Saxpy<<<(n + 255) / 256, 256>>>(n, 2.5f, device_x, device_y);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  const std::vector<float> got = ToHost(device_y, n);
  std::printf("y[0] = %g, y[99] = %g, y[9999] = %g\n", got[0], got[99], got[9999]);
  CHECK(cudaFree(device_x));
  CHECK(cudaFree(device_y));
  return Compare(got, want);
}
