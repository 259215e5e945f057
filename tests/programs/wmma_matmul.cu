// SPDX-License-Identifier: Apache-2.0
// Teaches tensor cores: a warp multiplies 16 x 16 tiles of 16-bit floats with wmma.

#include <cuda_fp16.h>
#include <mma.h>

#include "program.cuh"

using namespace nvcuda;

constexpr int kN = 32;

__global__ void ToHalf(int n, const float* in, __half* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = __float2half(in[i]);
  }
}

__global__ void Multiply(const __half* a, const __half* b, float* c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> tile_a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> tile_b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  for (int k = 0; k < kN; k += 16) {
    wmma::load_matrix_sync(tile_a, a + blockIdx.y * 16 * kN + k, kN);
    wmma::load_matrix_sync(tile_b, b + k * kN + blockIdx.x * 16, kN);
    wmma::mma_sync(sum, tile_a, tile_b, sum);
  }
  wmma::store_matrix_sync(c + blockIdx.y * 16 * kN + blockIdx.x * 16, sum, kN,
                          wmma::mem_row_major);
}

int main() {
  const int n = kN * kN;
  std::vector<float> a(n);
  std::vector<float> b(n);
  std::vector<float> want(n);
  for (int i = 0; i < n; ++i) {
    a[i] = float(i % 9 - 4);
    b[i] = float(i % 7 - 3) * 0.5f;
  }
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < kN; ++k) {
      want[i] += a[i / kN * kN + k] * b[k * kN + i % kN];
    }
  }
  float* device_a = ToDevice(a);
  float* device_b = ToDevice(b);
  float* device_c = ToDevice(std::vector<float>(n, 0.0f));
  __half* half_a = nullptr;
  __half* half_b = nullptr;
  CHECK(cudaMalloc(&half_a, n * sizeof(__half)));
  CHECK(cudaMalloc(&half_b, n * sizeof(__half)));
  ToHalf<<<n / 128, 128>>>(n, device_a, half_a);
  ToHalf<<<n / 128, 128>>>(n, device_b, half_b);
  Multiply<<<dim3(kN / 16, kN / 16), 32>>>(half_a, half_b, device_c);
  CHECK(cudaGetLastError());
  const std::vector<float> got = ToHost(device_c, n);
  std::printf("c[0] = %g, c[1023] = %g\n", got[0], got[1023]);
  return Compare(got, want);
}
