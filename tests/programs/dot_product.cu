// SPDX-License-Identifier: Apache-2.0
// Teaches a dot product in one launch: the last block to finish adds up the others' sums.

#include "program.cuh"

constexpr int kBlock = 128;
constexpr int kBlocks = 16;

__device__ double partial[kBlocks];
__device__ double result;
__device__ unsigned finished;

__device__ double BlockSum(double value) {
  __shared__ double sums[kBlock];
  sums[threadIdx.x] = value;
  __syncthreads();
  for (int stride = kBlock / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) {
      sums[threadIdx.x] += sums[threadIdx.x + stride];
    }
    __syncthreads();
  }
  return sums[0];
}

__global__ void Dot(int n, const double* x, const double* y) {
  __shared__ bool last;
  double sum = 0.0;
  for (int i = blockIdx.x * kBlock + threadIdx.x; i < n; i += kBlocks * kBlock) {
    sum += x[i] * y[i];
  }
  sum = BlockSum(sum);
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum;
    __threadfence();
    last = atomicInc(&finished, kBlocks - 1) == kBlocks - 1;
  }
  __syncthreads();
  if (last) {
    const volatile double* const sums = partial;
    const double total = BlockSum(threadIdx.x < kBlocks ? sums[threadIdx.x] : 0.0);
    if (threadIdx.x == 0) {
      result = total;
    }
  }
}

int main() {
  const int n = 10000;
  std::vector<double> x(n);
  std::vector<double> y(n);
  double want = 0.0;
  for (int i = 0; i < n; ++i) {
    x[i] = i % 21 - 10;
    y[i] = (i % 16) * 0.25;
    want += x[i] * y[i];
  }
  double* device_x = ToDevice(x);
  double* device_y = ToDevice(y);
  for (int launch = 0; launch < 2; ++launch) {  // atomicInc has reset the counter
    Dot<<<kBlocks, kBlock>>>(n, device_x, device_y);
    CHECK(cudaGetLastError());
    double got = 0.0;
    CHECK(cudaMemcpyFromSymbol(&got, result, sizeof(got)));
    std::printf("dot product: %.2f, %s\n", got, got == want ? "ok" : "differs");
    if (got != want) {
      return 1;
    }
  }
  CHECK(cudaFree(device_x));
  CHECK(cudaFree(device_y));
  return 0;
}
