// SPDX-License-Identifier: Apache-2.0
// Teaches constant memory: a 1D convolution whose mask is set with cudaMemcpyToSymbol.

#include "program.cuh"

constexpr int kRadius = 4;
__constant__ int mask[2 * kRadius + 1];
__constant__ int bias = 3;  // its initial value

__global__ void Convolve(int n, const int* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) {
    return;
  }
  int sum = bias;
  for (int k = -kRadius; k <= kRadius; ++k) {
    if (i + k >= 0 && i + k < n) {
      sum += mask[k + kRadius] * in[i + k];
    }
  }
  out[i] = sum;
}

int main() {
  const int n = 3000;
  const int weights[2 * kRadius + 1] = {-1, 2, 0, 5, 7, 5, 0, 2, -1};
  std::vector<int> in(n);
  std::vector<int> want(n, 3);
  for (int i = 0; i < n; ++i) {
    in[i] = i * 11 % 23;
  }
  for (int i = 0; i < n; ++i) {
    for (int k = -kRadius; k <= kRadius; ++k) {
      want[i] += i + k >= 0 && i + k < n ? weights[k + kRadius] * in[i + k] : 0;
    }
  }
  CHECK(cudaMemcpyToSymbol(mask, weights, 4 * sizeof(int)));
  CHECK(cudaMemcpyToSymbol(mask, weights + 4, 5 * sizeof(int), 4 * sizeof(int)));
  int* device_in = ToDevice(in);
  int* device_out = ToDevice(in);
  Convolve<<<(n + 191) / 192, 192>>>(n, device_in, device_out);
  CHECK(cudaGetLastError());
  const std::vector<int> got = ToHost(device_out, n);
  std::printf("out[0] = %d, out[2999] = %d\n", got[0], got[2999]);
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  return Compare(got, want);
}
