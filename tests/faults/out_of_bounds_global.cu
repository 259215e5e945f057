// SPDX-License-Identifier: Apache-2.0
// An access of global memory outside every allocation.
#include "fault.cuh"

// More threads than cells, and no guard.
__global__ void NoGuard(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] + 1;  // FAULT faulty_no_guard
}
CASE(faulty_no_guard) { NoGuard<<<4, 32>>>(Buffer<float>(100), Buffer<float>(100)); }

__global__ void Guard(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] + 1;
}
CASE(fine_guard) { Guard<<<4, 32>>>(Buffer<float>(100), Buffer<float>(100), 100); }

// `<=`
__global__ void OffByOne(int* out, int n) {
  for (int i = threadIdx.x; i <= n; i += blockDim.x) out[i] = i;  // FAULT faulty_off_by_one
}
CASE(faulty_off_by_one) { OffByOne<<<1, 32>>>(Buffer<int>(96), 96); }

__global__ void Strided(int* out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = i;
}
CASE(fine_strided) { Strided<<<1, 32>>>(Buffer<int>(96), 96); }

// The left neighbour of the first cell.
__global__ void Neighbours(const int* in, int* out, int n) {
  const int i = threadIdx.x;
  if (i < n) out[i] = in[i] - in[i - 1];  // FAULT faulty_left_neighbour
}
CASE(faulty_left_neighbour) { Neighbours<<<1, 64>>>(Buffer<int>(64), Buffer<int>(64), 64); }

__global__ void NeighboursClamped(const int* in, int* out, int n) {
  const int i = threadIdx.x;
  if (i < n) out[i] = in[i] - in[max(i - 1, 0)];
}
CASE(fine_left_neighbour) { NeighboursClamped<<<1, 64>>>(Buffer<int>(64), Buffer<int>(64), 64); }

// Rows and columns swapped in a matrix that is not square.
__global__ void WrongPitch(const int* in, int* out, int rows, int cols) {
  const int row = threadIdx.y;
  const int col = threadIdx.x;
  if (row < rows && col < cols) out[row * cols + col] = in[col * cols + row];  // FAULT faulty_swapped
}
CASE(faulty_swapped) { WrongPitch<<<1, dim3(32, 8)>>>(Buffer<int>(256), Buffer<int>(256), 8, 32); }

__global__ void RightPitch(const int* in, int* out, int rows, int cols) {
  const int row = threadIdx.y;
  const int col = threadIdx.x;
  if (row < rows && col < cols) out[col * rows + row] = in[row * cols + col];
}
CASE(fine_transposed) { RightPitch<<<1, dim3(32, 8)>>>(Buffer<int>(256), Buffer<int>(256), 8, 32); }

// A pointer of the host.
__global__ void Fill(int* out) {
  out[threadIdx.x] = 1;  // FAULT faulty_host_pointer // FAULT faulty_freed // FAULT faulty_null
}
CASE(faulty_host_pointer) {
  std::vector<int> host(64);
  Fill<<<1, 64>>>(host.data());
}
CASE(fine_device_pointer) { Fill<<<1, 64>>>(Buffer<int>(64)); }

CASE(faulty_freed) {
  int* data = nullptr;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaFree(data);
  Fill<<<1, 64>>>(data);
}
CASE(fine_freed_afterwards) {
  int* data = nullptr;
  cudaMalloc(&data, 64 * sizeof(int));
  Fill<<<1, 64>>>(data);
  cudaFree(data);
}

// The allocation failed, or was forgotten.
CASE(faulty_null) { Fill<<<1, 64>>>(nullptr); }

// A float4 that begins inside and ends outside.
__global__ void Vectors(const float4* in, float4* out, int n) {
  for (int i = threadIdx.x; i * 4 < n; i += 32) out[i] = in[i];  // FAULT faulty_vector_tail
}
CASE(faulty_vector_tail) {
  Vectors<<<1, 32>>>(reinterpret_cast<float4*>(static_cast<float*>(Buffer<float>(98))),
                     reinterpret_cast<float4*>(static_cast<float*>(Buffer<float>(98))), 98);
}
CASE(fine_vector_tail) {
  Vectors<<<1, 32>>>(reinterpret_cast<float4*>(static_cast<float*>(Buffer<float>(100))),
                     reinterpret_cast<float4*>(static_cast<float*>(Buffer<float>(100))), 98);
}

// The last cell, from behind; and a pointer past the end that nobody follows.
__global__ void FromBehind(const int* end, int* out, int n) {
  if (threadIdx.x < n) out[threadIdx.x] = end[-1 - static_cast<int>(threadIdx.x)];
}
CASE(fine_from_behind) {
  Buffer<int> in(64);
  FromBehind<<<1, 64>>>(in + 64, Buffer<int>(64), 64);
}
