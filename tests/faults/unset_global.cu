// SPDX-License-Identifier: Apache-2.0
// Global memory is read that nothing has written: no copy, no cudaMemset, no kernel.
#include "fault.cuh"

// The counters were never set to zero.
__global__ void Histogram(int* bins) {
  atomicAdd(&bins[threadIdx.x % 16], 1);  // FAULT faulty_histogram
}
CASE(faulty_histogram) { Histogram<<<1, 64>>>(Buffer<int>(16, false)); }

__global__ void HistogramZeroed(int* bins) { atomicAdd(&bins[threadIdx.x % 16], 1); }
CASE(fine_histogram) {
  Buffer<int> bins(16, false);
  cudaMemset(bins, 0, 16 * sizeof(int));
  HistogramZeroed<<<1, 64>>>(bins);
}

// The size of the copy is in elements, not in bytes.
__global__ void Twice(const float* in, float* out) {
  out[threadIdx.x] = 2 * in[threadIdx.x];  // FAULT faulty_copied_elements
}
CASE(faulty_copied_elements) {
  std::vector<float> host(64, 1);
  Buffer<float> in(64, false);
  cudaMemcpy(in, host.data(), host.size(), cudaMemcpyHostToDevice);
  Twice<<<1, 64>>>(in, Buffer<float>(64));
}
CASE(fine_copied_bytes) {
  std::vector<float> host(64, 1);
  Buffer<float> in(64, false);
  cudaMemcpy(in, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice);
  Twice<<<1, 64>>>(in, Buffer<float>(64));
}

// `+=` on an output that has no first value.
__global__ void Accumulate(const int* in, int* out) {
  out[threadIdx.x] += in[threadIdx.x];  // FAULT faulty_accumulate
}
CASE(faulty_accumulate) { Accumulate<<<1, 64>>>(Buffer<int>(64), Buffer<int>(64, false)); }

// The output is written first, by a kernel.
__global__ void Start(int* out) { out[threadIdx.x] = 1; }
CASE(fine_accumulate) {
  Buffer<int> out(64, false);
  Start<<<1, 64>>>(out);
  Accumulate<<<1, 64>>>(Buffer<int>(64), out);
}

// The first kernel fills every other cell, the second one reads all.
__global__ void EvenCells(int* data) { data[2 * threadIdx.x] = threadIdx.x; }
__global__ void Sum(const int* data, int* out) {
  atomicAdd(out, data[threadIdx.x]);  // FAULT faulty_even_cells
}
CASE(faulty_even_cells) {
  Buffer<int> data(128, false);
  EvenCells<<<1, 64>>>(data);
  Sum<<<1, 128>>>(data, Buffer<int>(1));
}
__global__ void OddCells(int* data) { data[2 * threadIdx.x + 1] = threadIdx.x; }
CASE(fine_all_cells) {
  Buffer<int> data(128, false);
  EvenCells<<<1, 64>>>(data);
  OddCells<<<1, 64>>>(data);
  Sum<<<1, 128>>>(data, Buffer<int>(1));
}

// Ping-pong: the first step reads the buffer that nothing is in yet.
__global__ void Step(const float* from, float* to) {
  to[threadIdx.x] = from[threadIdx.x] + 1;  // FAULT faulty_ping_pong
}
CASE(faulty_ping_pong) {
  Buffer<float> a(64);
  Buffer<float> b(64, false);
  float* from = b;
  float* to = a;
  Step<<<1, 64>>>(from, to);
}
CASE(fine_ping_pong) {
  Buffer<float> a(64);
  Buffer<float> b(64, false);
  Step<<<1, 64>>>(a, b);
  Step<<<1, 64>>>(b, a);
}

// The tail that float4 reads beyond what was copied.
__global__ void Vectors(const float4* in, float* out) {
  const float4 v = in[threadIdx.x];  // FAULT faulty_tail
  out[threadIdx.x] = v.x + v.y + v.z + v.w;
}
CASE(faulty_tail) {
  std::vector<float> host(62, 1);
  Buffer<float4> in(16, false);
  cudaMemcpy(in, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice);
  Vectors<<<1, 16>>>(in, Buffer<float>(16));
}
CASE(fine_tail) {
  std::vector<float> host(62, 1);
  Buffer<float4> in(16);
  cudaMemcpy(in, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice);
  Vectors<<<1, 16>>>(in, Buffer<float>(16));
}

// Copied on the device: what was set stays set, what was not does not.
__global__ void Read(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x];  // FAULT faulty_copy_of_unset
}
CASE(faulty_copy_of_unset) {
  Buffer<int> from(64, false);
  Buffer<int> to(64);
  cudaMemcpy(to, from, 64 * sizeof(int), cudaMemcpyDeviceToDevice);
  Read<<<1, 64>>>(to, Buffer<int>(64));
}
CASE(fine_copy_of_set) {
  Buffer<int> from(64);
  Buffer<int> to(64, false);
  cudaMemcpy(to, from, 64 * sizeof(int), cudaMemcpyDeviceToDevice);
  Read<<<1, 64>>>(to, Buffer<int>(64));
}

// Variables of the device start as zero.
__device__ int table[64];
__global__ void ReadTable(int* out) { out[threadIdx.x] = table[threadIdx.x]; }
CASE(fine_device_variable) { ReadTable<<<1, 64>>>(Buffer<int>(64)); }

// Written and read in one kernel; the guard leaves the unset cells alone.
__global__ void Scratch(int* scratch, int* out, int n) {
  if (threadIdx.x >= n) return;
  scratch[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = scratch[n - 1 - threadIdx.x];
}
CASE(fine_scratch) { Scratch<<<1, 64>>>(Buffer<int>(64, false), Buffer<int>(64), 32); }

// A structure with a gap: a copy of the whole reads the gap, too.
struct Padded {
  char kind;
  double value;
};
__global__ void Make(Padded* out) {
  out[threadIdx.x].kind = 'a';
  out[threadIdx.x].value = threadIdx.x;
}
__global__ void CopyAll(const Padded* in, Padded* out) { out[threadIdx.x] = in[threadIdx.x]; }
CASE(fine_padding) {
  Buffer<Padded> made(32, false);
  Make<<<1, 32>>>(made);
  CopyAll<<<1, 32>>>(made, Buffer<Padded>(32, false));
}
