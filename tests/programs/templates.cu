// SPDX-License-Identifier: Apache-2.0
// Teaches kernel templates: over the element type, a functor and an unrolled compile-time count.

#include "program.cuh"

template <typename T>
struct Plus {
  static constexpr T kStart = T(0);
  __host__ __device__ T operator()(T a, T b) const { return a + b; }
};

template <typename T>
struct Largest {
  static constexpr T kStart = T(-1000);
  __host__ __device__ T operator()(T a, T b) const { return a > b ? a : b; }
};

template <int kPer, typename T, typename Op>
__global__ void Fold(const T* __restrict__ in, T* __restrict__ out, Op op) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  T value = Op::kStart;
#pragma unroll
  for (int k = 0; k < kPer; ++k) {
    value = op(value, __ldg(&in[i * kPer + k]));
  }
  out[i] = value;
}

template <int kPer, typename T, typename Op>
int Test(const char* name, Op op) {
  const int n = 256;
  std::vector<T> in(n * kPer);
  std::vector<T> want(n, Op::kStart);
  for (int i = 0; i < n * kPer; ++i) {
    in[i] = T(i * 31 % 53 - 20);
    want[i / kPer] = op(want[i / kPer], in[i]);
  }
  T* device_in = ToDevice(in);
  T* device_out = ToDevice(std::vector<T>(n, T(0)));
  Fold<kPer><<<n / 64, 64>>>(device_in, device_out, op);
  CHECK(cudaGetLastError());
  const std::vector<T> got = ToHost(device_out, n);
  std::printf("%s: out[255] = %g\n", name, double(got[255]));
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  return Compare(got, want);
}

int main() {
  return Test<4, int>("sum of 4 int", Plus<int>()) +
         Test<3, float>("sum of 3 float", Plus<float>()) +
         Test<8, double>("largest of 8 double", Largest<double>()) +
         Test<5, short>("largest of 5 short", Largest<short>());
}
