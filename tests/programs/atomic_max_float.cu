// SPDX-License-Identifier: Apache-2.0
// Teaches how to build an atomic from atomicCAS: the maximum of floats, and a double sum.

#include "program.cuh"

__device__ float AtomicMax(float* address, float value) {
  int* const bits = reinterpret_cast<int*>(address);
  int seen = *bits;
  while (__int_as_float(seen) < value) {
    const int expected = seen;
    seen = atomicCAS(bits, expected, __float_as_int(value));
    if (seen == expected) {
      break;
    }
  }
  return __int_as_float(seen);
}

__device__ void AtomicAddDouble(double* address, double value) {
  auto* const bits = reinterpret_cast<unsigned long long*>(address);
  unsigned long long seen = *bits;
  unsigned long long expected = 0;
  do {
    expected = seen;
    seen = atomicCAS(bits, expected,
                     __double_as_longlong(__longlong_as_double(expected) + value));
  } while (seen != expected);
}

__global__ void Reduce(int n, const float* in, float* high, double* sums) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    AtomicMax(high, in[i]);
    AtomicAddDouble(&sums[0], in[i]);
    atomicAdd(&sums[1], double(in[i]));
  }
}

int main() {
  const int n = 2000;
  std::vector<float> in(n);
  float want_high = -1e30f;
  double want = 0.0;
  for (int i = 0; i < n; ++i) {
    in[i] = float(i * 37 % 1999) * 0.125f - 200.0f;
    want_high = in[i] > want_high ? in[i] : want_high;
    want += in[i];
  }
  float* device_in = ToDevice(in);
  float* device_high = ToDevice(std::vector<float>{-1e30f});
  double* device_sums = ToDevice(std::vector<double>{0.0, 0.0});
  Reduce<<<(n + 127) / 128, 128>>>(n, device_in, device_high, device_sums);
  CHECK(cudaGetLastError());
  const std::vector<float> high = ToHost(device_high, 1);
  const std::vector<double> sums = ToHost(device_sums, 2);
  std::printf("maximum = %g, sum = %.3f\n", high[0], sums[0]);
  return Compare(high, {want_high}) + Compare(sums, {want, want});
}
