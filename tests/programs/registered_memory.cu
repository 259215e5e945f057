// SPDX-License-Identifier: Apache-2.0
// Teaches cudaHostRegister: memory that the program already has is pinned and mapped, so that a kernel
// works on it in place; and what the runtime says of pointers of each kind.

#include "program.cuh"

#include <cstdio>
#include <vector>

__global__ void Square(int n, int* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= data[i];
}

const char* NameOf(const void* pointer) {
  cudaPointerAttributes attributes;
  CHECK(cudaPointerGetAttributes(&attributes, pointer));
  switch (attributes.type) {
    case cudaMemoryTypeHost: return "pinned host memory";
    case cudaMemoryTypeDevice: return "device memory";
    case cudaMemoryTypeManaged: return "managed memory";
    default: return "memory that CUDA does not know";
  }
}

int main() {
  constexpr int n = 5000;
  std::vector<int> data(n);
  for (int i = 0; i < n; ++i) data[i] = i;
  std::printf("a vector is %s\n", NameOf(data.data()));
  CHECK(cudaHostRegister(data.data(), n * sizeof(int), cudaHostRegisterMapped));
  std::printf("registered it is %s\n", NameOf(data.data() + n - 1));
  const bool twice = cudaHostRegister(data.data(), n * sizeof(int), 0) != cudaSuccess;
  std::printf("registering it twice is %s: %s\n", twice ? "an error" : "fine",
              cudaGetErrorString(cudaGetLastError()));

  int* on_device = nullptr;
  CHECK(cudaHostGetDevicePointer(&on_device, data.data(), 0));
  data[1] = -3;  // What the host writes, the kernel sees.
  Square<<<(n + 127) / 128, 128>>>(n, on_device);
  CHECK(cudaDeviceSynchronize());
  std::vector<int> want(n);
  for (int i = 0; i < n; ++i) want[i] = i == 1 ? 9 : i * i;
  int result = Compare(data, want);

  CHECK(cudaHostUnregister(data.data()));
  std::printf("after cudaHostUnregister it is %s\n", NameOf(data.data()));
  result |= Compare(data, want);
  int* device = ToDevice(data);
  std::printf("cudaMalloc gives %s\n", NameOf(device));
  const bool wrong_way = cudaFreeHost(device) != cudaSuccess;
  std::printf("cudaFreeHost of it: %s\n", cudaGetErrorString(cudaGetLastError()));
  CHECK(cudaFree(device));
  return twice && wrong_way ? result : 1;
}
