// SPDX-License-Identifier: Apache-2.0
// Teaches the math library: single and double precision functions, within a stated error.

#include <algorithm>
#include <cmath>

#include "program.cuh"

constexpr int kFunctions = 12;

__host__ __device__ double Value(int function, double x) {
  switch (function) {
    case 0: return sin(x);
    case 1: return cos(3.0 * x);
    case 2: return exp(-x);
    case 3: return log(1.0 + x);
    case 4: return sqrt(x);
    case 5: return pow(x, 1.5);
    case 6: return tanh(x);
    case 7: return erf(x);
    case 8: return atan2(x, 2.0);
    case 9: return cbrt(x);
    case 10: return fmod(x, 0.75);
    default: return floor(x) + rint(x) + trunc(-x);
  }
}

__global__ void Doubles(double* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = Value(blockIdx.x, threadIdx.x / 16.0);
}

__global__ void Floats(float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = threadIdx.x / 16.0f;
  out[i] = blockIdx.x == 0 ? sinf(x) : blockIdx.x == 1 ? cosf(3.0f * x) : expf(-x);
}

int main() {
  const int block = 64;
  double* doubles = ToDevice(std::vector<double>(kFunctions * block, 0.0));
  float* floats = ToDevice(std::vector<float>(3 * block, 0.0f));
  Doubles<<<kFunctions, block>>>(doubles);
  Floats<<<3, block>>>(floats);
  CHECK(cudaGetLastError());
  const std::vector<double> got = ToHost(doubles, kFunctions * block);
  const std::vector<float> got_floats = ToHost(floats, 3 * block);
  for (int i = 0; i < kFunctions * block; ++i) {
    const double want = Value(i / block, i % block / 16.0);
    const double error = std::fabs(got[i] - want);
    const double float_error = i < 3 * block ? std::fabs(got_floats[i] - want) : 0.0;
    if (!(error <= 1e-14 * std::max(1.0, std::fabs(want))) || !(float_error < 1e-6)) {
      std::printf("function %d differs at %g: got %g, want %g\n", i / block, i % block / 16.0,
                  got[i], want);
      return 1;
    }
  }
  for (int function = 0; function < kFunctions; ++function) {
    std::printf("function %d of 1.25: %.6f\n", function, got[function * block + 20]);
  }
  std::printf("ok\n");
  return 0;
}
