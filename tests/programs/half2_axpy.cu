// SPDX-License-Identifier: Apache-2.0
// Teaches 16-bit floats: __half2 arithmetic does two elements an instruction.

#include <cuda_fp16.h>

#include "program.cuh"

__global__ void Axpy(int pairs, __half2 a, const float2* x, const float2* y, float2* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < pairs) {
    const __half2 sum = __hfma2(a, __float22half2_rn(x[i]), __float22half2_rn(y[i]));
    out[i] = __half22float2(sum);
  }
}

__global__ void Scalar(int n, const float* x, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const __half h = __float2half(x[i]);
    const __half twice = __hadd(h, h);
    out[i] = __half2float(__hgt(twice, __float2half(40.0f)) ? __hsub(twice, h) : __hmul(h, h));
  }
}

int main() {
  const int n = 2000;
  std::vector<float> x(n);
  std::vector<float> y(n);
  std::vector<float> want(n);
  std::vector<float> want_scalar(n);
  for (int i = 0; i < n; ++i) {
    x[i] = float(i % 64);
    y[i] = float(i % 10) * 0.5f;
    want[i] = 3.0f * x[i] + y[i];  // exact in 16 bits
    want_scalar[i] = 2.0f * x[i] > 40.0f ? x[i] : x[i] * x[i];
  }
  float* device_x = ToDevice(x);
  float* device_y = ToDevice(y);
  float* device_out = ToDevice(std::vector<float>(n, 0.0f));
  float* device_scalar = ToDevice(std::vector<float>(n, 0.0f));
  Axpy<<<(n / 2 + 127) / 128, 128>>>(
      n / 2, __float2half2_rn(3.0f), reinterpret_cast<float2*>(device_x),
      reinterpret_cast<float2*>(device_y), reinterpret_cast<float2*>(device_out));
  CHECK(cudaGetLastError());
  Scalar<<<(n + 127) / 128, 128>>>(n, device_x, device_scalar);
  CHECK(cudaGetLastError());
  const std::vector<float> got = ToHost(device_out, n);
  std::printf("out[63] = %g, out[1999] = %g\n", got[63], got[1999]);
  return Compare(got, want) + Compare(ToHost(device_scalar, n), want_scalar);
}
