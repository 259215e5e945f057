// SPDX-License-Identifier: Apache-2.0
// Card: h200
// Teaches tensor cores below wmma: ldmatrix brings a tile into registers, mma.sync multiplies it (PTX in asm).

#include <cuda_fp16.h>

#include "program.cuh"

constexpr int kM = 16;
constexpr int kN = 8;
constexpr int kK = 16;

__global__ void Multiply(const __half* a, const __half* b, float* c) {
  __shared__ alignas(16) __half tile_a[kM][kK];
  __shared__ alignas(16) __half tile_b[kN][kK];  // B by columns.
  const int lane = threadIdx.x;
  for (int i = lane; i < kM * kK; i += 32) {
    tile_a[i / kK][i % kK] = a[i];
  }
  for (int i = lane; i < kN * kK; i += 32) {
    tile_b[i / kK][i % kK] = b[i];
  }
  __syncwarp();
  unsigned ra[4];
  unsigned rb[2];
  const unsigned at_a = static_cast<unsigned>(__cvta_generic_to_shared(&tile_a[lane % 16][lane / 16 * 8]));
  const unsigned at_b = static_cast<unsigned>(__cvta_generic_to_shared(&tile_b[lane % 8][lane / 8 % 2 * 8]));
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(ra[0]), "=r"(ra[1]), "=r"(ra[2]), "=r"(ra[3])
               : "r"(at_a));
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
               : "=r"(rb[0]), "=r"(rb[1])
               : "r"(at_b));
  float d[4] = {0, 0, 0, 0};
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
      "{%0, %1, %2, %3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]), "r"(rb[1]));
  const int row = lane / 4;
  const int col = lane % 4 * 2;
  c[row * kN + col] = d[0];
  c[row * kN + col + 1] = d[1];
  c[(row + 8) * kN + col] = d[2];
  c[(row + 8) * kN + col + 1] = d[3];
}

int main() {
  std::vector<__half> a(kM * kK);
  std::vector<__half> b(kN * kK);
  for (int i = 0; i < kM * kK; ++i) {
    a[i] = __float2half(float(i * 7 % 11) - 5.0f);
  }
  for (int i = 0; i < kN * kK; ++i) {
    b[i] = __float2half(float(i * 5 % 13) * 0.25f);
  }
  std::vector<float> want(kM * kN);
  for (int i = 0; i < kM; ++i) {
    for (int j = 0; j < kN; ++j) {
      for (int k = 0; k < kK; ++k) {
        want[i * kN + j] += __half2float(a[i * kK + k]) * __half2float(b[j * kK + k]);
      }
    }
  }
  __half* device_a = ToDevice(a);
  __half* device_b = ToDevice(b);
  float* device_c = ToDevice(std::vector<float>(want.size(), -1.0f));
  Multiply<<<1, 32>>>(device_a, device_b, device_c);
  CHECK(cudaGetLastError());
  const auto got = ToHost(device_c, want.size());
  std::printf("c[0] = %g, c[127] = %g\n", got[0], got[127]);
  CHECK(cudaFree(device_a));
  CHECK(cudaFree(device_b));
  CHECK(cudaFree(device_c));
  return Compare(got, want);
}
