// SPDX-License-Identifier: Apache-2.0
// Card: h200
// Teaches bfloat16: pairs multiply and add in bfloat162, and __reduce_add_sync adds integers across a warp.

#include <cuda_bf16.h>

#include "program.cuh"

__global__ void Dot(int pairs, const __nv_bfloat162* a, const __nv_bfloat162* b, float* out, int* counts) {
  const int lane = threadIdx.x;
  __nv_bfloat162 sum = __floats2bfloat162_rn(0.0f, 0.0f);
  int positive = 0;
  for (int i = lane; i < pairs; i += 32) {
    sum = __hfma2(a[i], b[i], sum);
    positive += __hgt(__low2bfloat16(a[i]), __float2bfloat16(0.0f)) ? 1 : 0;
  }
  out[lane] = __low2float(sum) + __high2float(sum);
  counts[lane] = __reduce_add_sync(~0u, positive);
}

int main() {
  const int pairs = 256;
  std::vector<__nv_bfloat162> a(pairs);
  std::vector<__nv_bfloat162> b(pairs);
  std::vector<float> want(32);
  int positive = 0;
  for (int i = 0; i < pairs; ++i) {
    const float x = float(i % 3) - 1.0f;
    const float y = float(i % 2) + 1.0f;
    a[i] = __floats2bfloat162_rn(x, -2.0f * x);
    b[i] = __floats2bfloat162_rn(y, y);
    want[i % 32] += x * y - 2.0f * x * y;
    positive += x > 0 ? 1 : 0;
  }
  __nv_bfloat162* device_a = ToDevice(a);
  __nv_bfloat162* device_b = ToDevice(b);
  float* device_out = ToDevice(std::vector<float>(32, -1.0f));
  int* device_counts = ToDevice(std::vector<int>(32, -1));
  Dot<<<1, 32>>>(pairs, device_a, device_b, device_out, device_counts);
  CHECK(cudaGetLastError());
  const auto got = ToHost(device_out, 32);
  const auto counts = ToHost(device_counts, 32);
  std::printf("out[0] = %g, out[31] = %g, positive = %d\n", got[0], got[31], counts[5]);
  CHECK(cudaFree(device_a));
  CHECK(cudaFree(device_b));
  CHECK(cudaFree(device_out));
  CHECK(cudaFree(device_counts));
  return Compare(got, want) + Compare(counts, std::vector<int>(32, positive));
}
