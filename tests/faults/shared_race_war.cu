// SPDX-License-Identifier: Apache-2.0
// A thread overwrites a cell of shared memory that another one has still to read.
#include "fault.cuh"

// No second barrier: a fast warp refills the tile that a slow one still sums up.
__global__ void Tiles(const int* in, int* out) {
  __shared__ int tile[64];
  int sum = 0;
  for (int first = 0; first < 256; first += 64) {
    tile[threadIdx.x] = in[first + threadIdx.x];  // OTHER faulty_refill
    __syncthreads();
#pragma unroll 1
    for (int i = 0; i < 64; ++i) sum += tile[i];  // FAULT faulty_refill
  }
  out[threadIdx.x] = sum;
}
CASE(faulty_refill) { Tiles<<<1, 64>>>(Buffer<int>(256), Buffer<int>(64)); }

__global__ void TilesOrdered(const int* in, int* out) {
  __shared__ int tile[64];
  int sum = 0;
  for (int first = 0; first < 256; first += 64) {
    tile[threadIdx.x] = in[first + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i) sum += tile[i];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
CASE(fine_refill) { TilesOrdered<<<1, 64>>>(Buffer<int>(256), Buffer<int>(64)); }

// Two tiles in turn need one barrier only.
__global__ void DoubleBuffer(const int* in, int* out) {
  __shared__ int tile[2][64];
  int sum = 0;
  for (int k = 0; k < 4; ++k) {
    tile[k % 2][threadIdx.x] = in[k * 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i) sum += tile[k % 2][i];
  }
  out[threadIdx.x] = sum;
}
CASE(fine_double_buffer) { DoubleBuffer<<<1, 64>>>(Buffer<int>(256), Buffer<int>(64)); }

__global__ void ShiftLeft(int* data) {
  __shared__ int s[129];
  const int t = threadIdx.x;
  s[t] = data[t];
  if (t == 0) s[128] = 0;
  __syncthreads();
  s[t] = s[t + 1];  // FAULT faulty_shift // OTHER faulty_shift
  __syncthreads();
  data[t] = s[t];
}
CASE(faulty_shift) { ShiftLeft<<<1, 128>>>(Buffer<int>(128)); }

__global__ void ShiftLeftOrdered(int* data) {
  __shared__ int s[129];
  const int t = threadIdx.x;
  s[t] = data[t];
  if (t == 0) s[128] = 0;
  __syncthreads();
  const int next = s[t + 1];
  __syncthreads();
  s[t] = next;
  __syncthreads();
  data[t] = s[t];
}
CASE(fine_shift) { ShiftLeftOrdered<<<1, 128>>>(Buffer<int>(128)); }

// Hillis-Steele in place: read, barrier, write, and no barrier before the next read.
__global__ void Scan(int* data) {
  __shared__ int s[128];
  const int t = threadIdx.x;
  s[t] = data[t] + t;
  for (int d = 1; d < 128; d *= 2) {
    __syncthreads();
    const int before = t >= d ? s[t - d] : 0;  // FAULT faulty_scan // OTHER faulty_scan
    s[t] += before;                            // FAULT faulty_scan // OTHER faulty_scan
  }
  data[t] = s[t];
}
CASE(faulty_scan) { Scan<<<1, 128>>>(Buffer<int>(128)); }

__global__ void ScanOrdered(int* data) {
  __shared__ int s[128];
  const int t = threadIdx.x;
  s[t] = data[t] + t;
  __syncthreads();
  for (int d = 1; d < 128; d *= 2) {
    const int before = t >= d ? s[t - d] : 0;
    __syncthreads();
    s[t] += before;
    __syncthreads();
  }
  data[t] = s[t];
}
CASE(fine_scan) { ScanOrdered<<<1, 128>>>(Buffer<int>(128)); }

// The second sum goes into the buffer of the first one while others read that.
__global__ void TwoSums(const int* in, int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < 64; ++i) sum += s[i];           // OTHER faulty_reuse
  s[threadIdx.x] = in[threadIdx.x] * 2 + threadIdx.x; // FAULT faulty_reuse
  __syncthreads();
  out[threadIdx.x] = sum + s[63 - threadIdx.x];
}
CASE(faulty_reuse) { TwoSums<<<1, 64>>>(Buffer<int>(64), Buffer<int>(64)); }

__global__ void TwoBuffers(const int* in, int* out) {
  __shared__ int s[64];
  __shared__ int twice[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < 64; ++i) sum += s[i];
  twice[threadIdx.x] = in[threadIdx.x] * 2 + threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = sum + twice[63 - threadIdx.x];
}
CASE(fine_two_buffers) { TwoBuffers<<<1, 64>>>(Buffer<int>(64), Buffer<int>(64)); }

// Thread 0 prepares the next round while others still read this one's number.
__global__ void Rounds(int* out) {
  __shared__ int round;
  if (threadIdx.x == 0) round = 0;
  __syncthreads();
  for (int i = 0; i < 3; ++i) {
    out[i * 64 + threadIdx.x] = round + threadIdx.x;  // OTHER faulty_next_round
    if (threadIdx.x == 0) ++round;                    // FAULT faulty_next_round
    __syncthreads();
  }
}
CASE(faulty_next_round) { Rounds<<<1, 64>>>(Buffer<int>(192)); }

__global__ void RoundsOrdered(int* out) {
  __shared__ int round;
  if (threadIdx.x == 0) round = 0;
  __syncthreads();
  for (int i = 0; i < 3; ++i) {
    out[i * 64 + threadIdx.x] = round + threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) ++round;
    __syncthreads();
  }
}
CASE(fine_next_round) { RoundsOrdered<<<1, 64>>>(Buffer<int>(192)); }
