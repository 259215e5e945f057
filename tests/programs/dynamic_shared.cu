// SPDX-License-Identifier: Apache-2.0
// Teaches dynamic shared memory: its size is a launch argument and one array holds two types.

#include "program.cuh"

__global__ void Reverse(const int* in, double* out, int half) {
  extern __shared__ double buffer[];
  double* const halves = buffer;
  int* const values = reinterpret_cast<int*>(buffer + half);
  const int t = threadIdx.x;
  values[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  if (t < half) {
    halves[t] = values[t] + 0.5 * values[blockDim.x - 1 - t];
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = halves[t % half] + values[blockDim.x - 1 - t];
}

int main() {
  const int block = 96;
  const int half = block / 2;
  const int n = 8 * block;
  std::vector<int> in(n);
  std::vector<double> want(n);
  for (int i = 0; i < n; ++i) {
    in[i] = i * 17 % 41;
  }
  for (int i = 0; i < n; ++i) {
    const int* const values = &in[i / block * block];
    const int t = i % block;
    want[i] = values[t % half] + 0.5 * values[block - 1 - t % half] + values[block - 1 - t];
  }
  int* device_in = ToDevice(in);
  double* device_out = ToDevice(std::vector<double>(n, 0.0));
  const size_t bytes = half * sizeof(double) + block * sizeof(int);
  Reverse<<<n / block, block, bytes>>>(device_in, device_out, half);
  CHECK(cudaGetLastError());
  const std::vector<double> got = ToHost(device_out, n);
  std::printf("%zu bytes a block, out[0] = %g\n", bytes, got[0]);
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  return Compare(got, want);
}
