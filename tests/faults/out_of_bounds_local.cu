// SPDX-License-Identifier: Apache-2.0
// An access past the end of a thread's own arrays. Loops that nvcc could unroll are told not to be,
// so that the arrays stay in memory.
#include "fault.cuh"

__global__ void OffByOne(const int* in, int* out, int n) {
  int a[8];
#pragma unroll 1
  for (int i = 0; i <= n; ++i) a[i] = in[i];  // FAULT faulty_off_by_one
  out[threadIdx.x] = a[threadIdx.x % 8];
}
CASE(faulty_off_by_one) { OffByOne<<<1, 32>>>(Buffer<int>(32), Buffer<int>(32), 8); }
CASE(fine_off_by_one) { OffByOne<<<1, 32>>>(Buffer<int>(32), Buffer<int>(32), 7); }

// A stack that grows past its array.
__global__ void Stack(const int* in, int* out, int pushes) {
  int stack[16];
  int top = 0;
#pragma unroll 1
  for (int i = 0; i < pushes; ++i) stack[top++] = in[i] + i;  // FAULT faulty_stack
  int sum = 0;
#pragma unroll 1
  while (top > 8) sum += stack[--top % 16];
  out[threadIdx.x] = sum;
}
CASE(faulty_stack) { Stack<<<1, 32>>>(Buffer<int>(32), Buffer<int>(32), 20); }
CASE(fine_stack) { Stack<<<1, 32>>>(Buffer<int>(32), Buffer<int>(32), 16); }

// Insertion that looks left of the first element.
__global__ void Insertion(const int* in, int* out) {
  int a[8];
#pragma unroll 1
  for (int i = 0; i < 8; ++i) a[i] = in[i] - i;
#pragma unroll 1
  for (int i = 1; i < 8; ++i) {
    const int value = a[i];
    int k = i;
#pragma unroll 1
    while (a[k - 1] > value) {  // FAULT faulty_insertion
      a[k] = a[k - 1];          // FAULT faulty_insertion
      --k;
    }
    a[k] = value;               // FAULT faulty_insertion
  }
  out[threadIdx.x] = a[threadIdx.x % 8];
}
CASE(faulty_insertion) { Insertion<<<1, 32>>>(Buffer<int>(8), Buffer<int>(32)); }

__global__ void InsertionGuarded(const int* in, int* out) {
  int a[8];
#pragma unroll 1
  for (int i = 0; i < 8; ++i) a[i] = in[i] - i;
#pragma unroll 1
  for (int i = 1; i < 8; ++i) {
    const int value = a[i];
    int k = i;
#pragma unroll 1
    while (k > 0 && a[k - 1] > value) {
      a[k] = a[k - 1];
      --k;
    }
    a[k] = value;
  }
  out[threadIdx.x] = a[threadIdx.x % 8];
}
CASE(fine_insertion) { InsertionGuarded<<<1, 32>>>(Buffer<int>(8), Buffer<int>(32)); }

// Bins of each thread, and a value beyond the last one.
__global__ void Bins(const int* in, int* out, int n) {
  int bins[4] = {0, 0, 0, 0};
#pragma unroll 1
  for (int i = 0; i < n; ++i) bins[in[i]] += 1;  // FAULT faulty_bins
  out[threadIdx.x] = bins[threadIdx.x % 4];
}
CASE(faulty_bins) {
  const std::vector<int> host{0, 1, 2, 3, 4, 5};
  Buffer<int> in(6);
  cudaMemcpy(in, host.data(), 6 * sizeof(int), cudaMemcpyHostToDevice);
  Bins<<<1, 32>>>(in, Buffer<int>(32), 6);
}
CASE(fine_bins) {
  const std::vector<int> host{0, 1, 2, 3, 3, 1};
  Buffer<int> in(6);
  cudaMemcpy(in, host.data(), 6 * sizeof(int), cudaMemcpyHostToDevice);
  Bins<<<1, 32>>>(in, Buffer<int>(32), 6);
}

// A table of each thread, asked with the thread's number.
__global__ void Table(const int* in, int* out) {
  int table[16];
#pragma unroll 1
  for (int i = 0; i < 16; ++i) table[i] = in[i];
  out[threadIdx.x] = table[threadIdx.x];  // FAULT faulty_table
}
CASE(faulty_table) { Table<<<1, 32>>>(Buffer<int>(16), Buffer<int>(32)); }
CASE(fine_table) { Table<<<1, 16>>>(Buffer<int>(16), Buffer<int>(32)); }
