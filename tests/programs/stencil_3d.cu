// SPDX-License-Identifier: Apache-2.0
// Teaches 3D grids: a seven-point sum where each thread walks along z.

#include "program.cuh"

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
