// SPDX-License-Identifier: Apache-2.0
// Kernels that do one thing each, right or wrong, for the tests on a real GPU.
#include <cassert>
#include <cooperative_groups.h>
#include <cstdio>

__device__ int table[4] = {10, 20, 30, 40};
__constant__ int factor = 3;

extern "C" __global__ void write_at(float* p, long long offset, float value) { p[offset] = value; }

extern "C" __global__ void write_byte(char* p, long long offset, char value) { p[offset] = value; }

extern "C" __global__ void misaligned(char* p) { *reinterpret_cast<float*>(p + 1) = 1; }

extern "C" __global__ void asserts(int value) { assert(value == 0); }

extern "C" __global__ void traps() { __trap(); }

extern "C" __global__ void spins(volatile int* p) {
  while (*p == *p) {
  }
}

extern "C" __global__ void prints(int value) { printf("hello %d\n", value); }

extern "C" __global__ void use_dynamic_shared(int* out, int words) {
  extern __shared__ int shared[];
  for (int i = threadIdx.x; i < words; i += blockDim.x) shared[i] = i;
  __syncthreads();
  if (threadIdx.x == 0) *out = shared[words - 1];
}

extern "C" __global__ void read_unset_shared(unsigned* out) {
  __shared__ volatile unsigned shared[256];
  out[threadIdx.x] = shared[threadIdx.x];
}

extern "C" __global__ void use_variables(int* out) {
  out[threadIdx.x] = table[threadIdx.x] * factor;
}

extern "C" __global__ void through_pointer(int* variable, int* out) { *out = variable[1]; }

extern "C" __global__ void __launch_bounds__(128) bounded(int* out) { *out = blockDim.x; }

extern "C" __global__ void across_the_grid(unsigned* counter, unsigned* out) {
  if (threadIdx.x == 0) atomicAdd(counter, 1u);
  cooperative_groups::this_grid().sync();
  if (threadIdx.x == 0) out[blockIdx.x] = *counter;
}

// For the load that other programs put on the GPU.
extern "C" __global__ void burn(long long cycles, float* sink) {
  const long long start = clock64();
  float x = static_cast<float>(threadIdx.x);
  while (clock64() - start < cycles) x = x * 1.0001f + 0.5f;
  if (x == 12345.0f) *sink = x;
}
