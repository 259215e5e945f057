// SPDX-License-Identifier: Apache-2.0
// assert() fails in a kernel.
#include "fault.cuh"

#include <cassert>

__global__ void InRange(const int* in, int* out, int n) {
  const int i = in[threadIdx.x] + threadIdx.x;
  assert(i < n);  // FAULT faulty_in_range
  out[i] = 1;
}
CASE(faulty_in_range) { InRange<<<1, 64>>>(Buffer<int>(64), Buffer<int>(64), 60); }
CASE(fine_in_range) { InRange<<<1, 64>>>(Buffer<int>(64), Buffer<int>(64), 64); }

__global__ void NotNull(const int* in, int* out) {
  assert(in != nullptr);  // FAULT faulty_null
  out[threadIdx.x] = in[threadIdx.x];
}
CASE(faulty_null) { NotNull<<<1, 64>>>(nullptr, Buffer<int>(64)); }
CASE(fine_null) { NotNull<<<1, 64>>>(Buffer<int>(64), Buffer<int>(64)); }

__global__ void BlockSize(int* out) {
  assert(blockDim.x == 128);  // FAULT faulty_block_size
  out[threadIdx.x] = 1;
}
CASE(faulty_block_size) { BlockSize<<<1, 64>>>(Buffer<int>(128)); }
CASE(fine_block_size) { BlockSize<<<1, 128>>>(Buffer<int>(128)); }

// Of one thread of one block.
__global__ void OneThread(int* out, int bad) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  assert(i != bad && "a cell that must not be");  // FAULT faulty_one_thread
  out[i] = i;
}
CASE(faulty_one_thread) { OneThread<<<4, 64>>>(Buffer<int>(256), 200); }
CASE(fine_one_thread) { OneThread<<<4, 64>>>(Buffer<int>(256), 256); }

__device__ int Divide(int a, int b) {
  assert(b != 0);  // FAULT faulty_in_function
  return a / b;
}
__global__ void Ratios(const int* in, int* out, int add) {
  out[threadIdx.x] = Divide(100, in[threadIdx.x] + add);
}
CASE(faulty_in_function) { Ratios<<<1, 32>>>(Buffer<int>(32), Buffer<int>(32), 0); }
CASE(fine_in_function) { Ratios<<<1, 32>>>(Buffer<int>(32), Buffer<int>(32), 1); }
