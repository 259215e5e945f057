// SPDX-License-Identifier: Apache-2.0
// Teaches printf in a kernel: one thread prints, so that the order of the lines is certain.

#include "program.cuh"

__global__ void Hello(const float* values, int count) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    printf("Hello from a kernel of %d blocks of %d threads\n", gridDim.x, blockDim.x);
    for (int i = 0; i < count; ++i) {
      const float value = values[i];
      printf("value %2d: %6.2f, %e, hex %08x\n", i, value, value, __float_as_uint(value));
    }
    printf("%s, %c, %lld, %llu, %5.1f%%\n", "text", 'c', -1234567890123ll, 1ull << 63, 12.5);
    printf("no arguments\n");
  }
}

__global__ void Warp() {
  if (blockIdx.x == 0 && threadIdx.x < 4) {
    printf("lanes of one warp print in order: %d\n", threadIdx.x);
  }
}

int main() {
  const float values[3] = {1.5f, -0.25f, 100.0f};
  float* device_values = nullptr;
  CHECK(cudaMalloc(&device_values, sizeof(values)));
  CHECK(cudaMemcpy(device_values, values, sizeof(values), cudaMemcpyHostToDevice));
  std::printf("before the kernel\n");
  std::fflush(stdout);
  Hello<<<4, 64>>>(device_values, 3);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  Warp<<<2, 32>>>();
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(device_values));
  std::printf("ok\n");
  return 0;
}
