// SPDX-License-Identifier: Apache-2.0
// A kernel gives up by itself.
#include "fault.cuh"

__global__ void Never(const int* in, int* out) {
  if (in[threadIdx.x] == 0) __trap();  // FAULT faulty_condition
  out[threadIdx.x] = 1;
}
__global__ void NeverTrue(const int* in, int* out) {
  if (in[threadIdx.x] != 0) __trap();
  out[threadIdx.x] = 1;
}
CASE(faulty_condition) { Never<<<1, 32>>>(Buffer<int>(32), Buffer<int>(32)); }
CASE(fine_condition) { NeverTrue<<<1, 32>>>(Buffer<int>(32), Buffer<int>(32)); }

__global__ void Switch(const int* in, int* out, int add) {
  switch (in[threadIdx.x] + add) {
    case 0:
      out[threadIdx.x] = 1;
      break;
    default:
      __trap();  // FAULT faulty_switch
  }
}
CASE(faulty_switch) { Switch<<<1, 32>>>(Buffer<int>(32), Buffer<int>(32), 1); }
CASE(fine_switch) { Switch<<<1, 32>>>(Buffer<int>(32), Buffer<int>(32), 0); }

// A search that must find something.
__global__ void Search(const int* in, int* out, int wanted) {
  for (int i = 0; i < 32; ++i) {
    if (in[i] == wanted) {
      *out = i;
      return;
    }
  }
  __trap();  // FAULT faulty_not_found
}
CASE(faulty_not_found) { Search<<<1, 1>>>(Buffer<int>(32), Buffer<int>(1), 5); }
CASE(fine_found) { Search<<<1, 1>>>(Buffer<int>(32), Buffer<int>(1), 0); }

__device__ void Require(bool holds) {
  if (!holds) asm volatile("trap;");  // FAULT faulty_asm
}
__global__ void Required(int* out, int threads) {
  Require(blockDim.x == threads);
  out[threadIdx.x] = 1;
}
CASE(faulty_asm) { Required<<<1, 32>>>(Buffer<int>(32), 64); }
CASE(fine_asm) { Required<<<1, 32>>>(Buffer<int>(32), 32); }

// One thread of the last block.
__global__ void LastThread(int* out, int bad) {
  const int i = blockIdx.x * 32 + threadIdx.x;
  if (i == bad) __trap();  // FAULT faulty_last_thread
  out[i] = i;
}
CASE(faulty_last_thread) { LastThread<<<2, 32>>>(Buffer<int>(64), 63); }
CASE(fine_last_thread) { LastThread<<<2, 32>>>(Buffer<int>(64), 64); }
