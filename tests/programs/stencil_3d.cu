// SPDX-License-Identifier: Apache-2.0
// Teaches 3D grids: a seven-point sum where each thread walks along z.

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

constexpr int kX = 32;
constexpr int kY = 16;
constexpr int kZ = 8;

__host__ __device__ int Index(int x, int y, int z) { return (z * kY + y) * kX + x; }

__host__ __device__ int At(const int* in, int x, int y, int z) {
  const bool inside = x >= 0 && x < kX && y >= 0 && y < kY && z >= 0 && z < kZ;
  return inside ? in[Index(x, y, z)] : 0;
}

__host__ __device__ int Sum(const int* in, int x, int y, int z) {
  return At(in, x - 1, y, z) + At(in, x + 1, y, z) + At(in, x, y - 1, z) + At(in, x, y + 1, z) +
         At(in, x, y, z - 1) + At(in, x, y, z + 1) - 6 * At(in, x, y, z);
}

__global__ void Flat(const int* in, int* out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  out[Index(x, y, z)] = Sum(in, x, y, z);
}

__global__ void Walk(const int* in, int* out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  for (int z = 0; z < kZ; ++z) {
    out[Index(x, y, z)] = Sum(in, x, y, z);
  }
}

int main() {
  const int n = kX * kY * kZ;
  std::vector<int> in(n);
  std::vector<int> want(n);
  for (int i = 0; i < n; ++i) {
    in[i] = i * 13 % 29;
  }
  for (int i = 0; i < n; ++i) {
    want[i] = Sum(in.data(), i % kX, i / kX % kY, i / (kX * kY));
  }
  int* device_in = ToDevice(in);
  int* device_flat = ToDevice(in);
  int* device_walk = ToDevice(in);
  Flat<<<dim3(kX / 8, kY / 8, kZ / 4), dim3(8, 8, 4)>>>(device_in, device_flat);
  CHECK(cudaGetLastError());
  Walk<<<dim3(1, kY / 4), dim3(kX, 4)>>>(device_in, device_walk);
  CHECK(cudaGetLastError());
  const std::vector<int> got = ToHost(device_walk, n);
  std::printf("out[0] = %d, out[4095] = %d\n", got[0], got[4095]);
  const int flat = Compare(ToHost(device_flat, n), want);
  return flat + Compare(got, want);
}
