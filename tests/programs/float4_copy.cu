// SPDX-License-Identifier: Apache-2.0
// Teaches vectorised memory access: one float4 a thread, and a scalar tail.

#include "program.cuh"

__global__ void Scale(int n, const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 4) {
    float4 v = reinterpret_cast<const float4*>(in)[i];
    v.x *= 2.0f;
    v.y *= 2.0f;
    v.z *= 2.0f;
    v.w *= 2.0f;
    reinterpret_cast<float4*>(out)[i] = v;
  }
  if (i < n % 4) {
    out[n - 1 - i] = 2.0f * in[n - 1 - i];
  }
}

__global__ void Pairs(int pairs, const int2* in, int2* out) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += gridDim.x * blockDim.x) {
    out[i] = make_int2(in[i].y, in[i].x);
  }
}

int main() {
  const int n = 10003;
  std::vector<float> in(n);
  std::vector<float> want(n);
  std::vector<int> pairs(1000);
  std::vector<int> want_pairs(1000);
  for (int i = 0; i < n; ++i) {
    in[i] = float(i) * 0.5f;
    want[i] = float(i);
  }
  for (int i = 0; i < 1000; ++i) {
    pairs[i] = i;
    want_pairs[i] = i ^ 1;
  }
  float* device_in = ToDevice(in);
  float* device_out = ToDevice(std::vector<float>(n, 0.0f));
  Scale<<<(n / 4 + 255) / 256, 256>>>(n, device_in, device_out);
  CHECK(cudaGetLastError());
  int* device_pairs = ToDevice(pairs);
  int* device_swapped = ToDevice(std::vector<int>(1000, 0));
  Pairs<<<2, 128>>>(500, reinterpret_cast<int2*>(device_pairs),
                    reinterpret_cast<int2*>(device_swapped));
  CHECK(cudaGetLastError());
  const std::vector<float> got = ToHost(device_out, n);
  std::printf("out[1] = %g, out[10002] = %g\n", got[1], got[10002]);
  return Compare(got, want) + Compare(ToHost(device_swapped, 1000), want_pairs);
}
