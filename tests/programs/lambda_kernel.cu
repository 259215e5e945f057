// SPDX-License-Identifier: Apache-2.0
// Teaches kernels that take function objects: a for-each over a range and a captured pointer.

#include "program.cuh"

template <typename Body>
__global__ void Loop(int n, Body body) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    body(i);
  }
}

template <typename Body>
void ForEach(int n, Body body) {
  Loop<<<4, 64>>>(n, body);
  CHECK(cudaGetLastError());
}

struct Horner {
  int coefficients[5];
  int* out;
  __device__ void operator()(int i) const {
    int value = 0;
    for (const int coefficient : coefficients) {
      value = value * i + coefficient;
    }
    out[i] = value;
  }
};

struct Halve {
  int* data;
  __device__ void operator()(int i) const {
    const auto half = [this](int k) { return data[k] / 2; };
    data[i] = half(i);
  }
};

int main() {
  const int n = 150;
  const int coefficients[5] = {1, -2, 3, -4, 5};
  std::vector<int> want(n);
  for (int i = 0; i < n; ++i) {
    for (const int coefficient : coefficients) {
      want[i] = want[i] * i + coefficient;
    }
    want[i] /= 2;
  }
  int* out = ToDevice(std::vector<int>(n, 0));
  ForEach(n, Horner{{1, -2, 3, -4, 5}, out});
  ForEach(n, Halve{out});
  const std::vector<int> got = ToHost(out, n);
  std::printf("out[0] = %d, out[149] = %d\n", got[0], got[149]);
  CHECK(cudaFree(out));
  return Compare(got, want);
}
