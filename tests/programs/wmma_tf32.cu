// SPDX-License-Identifier: Apache-2.0
// Card: h200
// Teaches tensor cores with other types: tf32 of float matrices, and signed bytes that add up in int.

#include <mma.h>

#include "program.cuh"

using namespace nvcuda;

__global__ void MultiplyTf32(const float* a, const float* b, float* c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> tile_a;
  wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::col_major> tile_b;
  wmma::fragment<wmma::accumulator, 16, 16, 8, float> sum;
  wmma::fill_fragment(sum, 0.5f);
  wmma::load_matrix_sync(tile_a, a, 8);
  wmma::load_matrix_sync(tile_b, b, 8);
  for (int i = 0; i < tile_a.num_elements; ++i) {
    tile_a.x[i] = wmma::__float_to_tf32(tile_a.x[i]);
  }
  for (int i = 0; i < tile_b.num_elements; ++i) {
    tile_b.x[i] = wmma::__float_to_tf32(tile_b.x[i]);
  }
  wmma::mma_sync(sum, tile_a, tile_b, sum);
  wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}

__global__ void MultiplyBytes(const signed char* a, const signed char* b, int* c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> tile_a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::row_major> tile_b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> sum;
  wmma::fill_fragment(sum, 3);
  wmma::load_matrix_sync(tile_a, a, 16);
  wmma::load_matrix_sync(tile_b, b, 16);
  wmma::mma_sync(sum, tile_a, tile_b, sum);
  wmma::store_matrix_sync(c, sum, 16, wmma::mem_col_major);
}

int main() {
  std::vector<float> a(16 * 8);
  std::vector<float> b(8 * 16);
  for (int i = 0; i < 128; ++i) {
    a[i] = float(i % 9) - 4.0f;
    b[i] = float(i % 7) * 0.5f;
  }
  std::vector<float> want(256, 0.5f);
  std::vector<int> want_bytes(256, 3);
  std::vector<signed char> bytes(256);
  for (int i = 0; i < 256; ++i) {
    bytes[i] = static_cast<signed char>(i * 37 % 256 - 128);
  }
  for (int i = 0; i < 16; ++i) {
    for (int j = 0; j < 16; ++j) {
      for (int k = 0; k < 8; ++k) {
        want[i * 16 + j] += a[i * 8 + k] * b[j * 8 + k];
      }
      for (int k = 0; k < 16; ++k) {
        want_bytes[j * 16 + i] += bytes[i * 16 + k] * bytes[k * 16 + j];
      }
    }
  }
  float* device_a = ToDevice(a);
  float* device_b = ToDevice(b);
  float* device_c = ToDevice(std::vector<float>(256, -1.0f));
  signed char* device_bytes = ToDevice(bytes);
  int* device_sums = ToDevice(std::vector<int>(256, -1));
  MultiplyTf32<<<1, 32>>>(device_a, device_b, device_c);
  MultiplyBytes<<<1, 32>>>(device_bytes, device_bytes, device_sums);
  CHECK(cudaGetLastError());
  const auto got = ToHost(device_c, 256);
  const auto sums = ToHost(device_sums, 256);
  std::printf("c[0] = %g, c[255] = %g, sums[1] = %d\n", got[0], got[255], sums[1]);
  CHECK(cudaFree(device_a));
  CHECK(cudaFree(device_b));
  CHECK(cudaFree(device_c));
  CHECK(cudaFree(device_bytes));
  CHECK(cudaFree(device_sums));
  return Compare(got, want) + Compare(sums, want_bytes);
}
