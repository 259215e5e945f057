// SPDX-License-Identifier: Apache-2.0
// Teaches dynamic shared memory: its size is a launch argument and one array holds two types.

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                         \
  do {                                                                      \
    const cudaError_t status = (call);                                      \
    if (status != cudaSuccess) {                                            \
      std::printf("line %d: %s\n", __LINE__, cudaGetErrorString(status));   \
      std::exit(1);                                                         \
    }                                                                       \
  } while (false)

template <typename T>
T* ToDevice(const std::vector<T>& host) {
  T* device = nullptr;
  CHECK(cudaMalloc(&device, host.size() * sizeof(T)));
  CHECK(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
  return device;
}

template <typename T>
std::vector<T> ToHost(const T* device, size_t count) {
  std::vector<T> host(count);
  CHECK(cudaMemcpy(host.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost));
  return host;
}

template <typename T>
int Compare(const std::vector<T>& got, const std::vector<T>& want) {
  for (size_t i = 0; i < want.size(); ++i) {
    if (got[i] != want[i]) {
      std::printf("differs at %zu: got %g, want %g\n", i, double(got[i]), double(want[i]));
      return 1;
    }
  }
  std::printf("ok\n");
  return 0;
}

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
