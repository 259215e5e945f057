// SPDX-License-Identifier: Apache-2.0
// Two threads write different values to one cell of shared memory, in no order.
#include "fault.cuh"

// Lanes of one warp, one instruction.
__global__ void OneCell(int* out) {
  __shared__ int last;
  last = threadIdx.x;  // FAULT faulty_one_cell // OTHER faulty_one_cell
  __syncthreads();
  out[threadIdx.x] = last;
}
CASE(faulty_one_cell) { OneCell<<<1, 32>>>(Buffer<int>(32)); }

__global__ void SameValue(int* out, int value) {
  __shared__ int last;
  last = value;
  __syncthreads();
  out[threadIdx.x] = last;
}
CASE(fine_same_value) { SameValue<<<1, 128>>>(Buffer<int>(128), 7); }

// All warps use the same 32 cells.
__global__ void SameRow(const int* in, int* out) {
  __shared__ int s[32];
  s[threadIdx.x % 32] = in[threadIdx.x] + threadIdx.x;  // FAULT faulty_same_row // OTHER faulty_same_row
  __syncthreads();
  out[threadIdx.x] = s[31 - threadIdx.x % 32];
}
CASE(faulty_same_row) { SameRow<<<1, 128>>>(Buffer<int>(128), Buffer<int>(128)); }

__global__ void OwnRows(const int* in, int* out) {
  __shared__ int s[4][32];
  s[threadIdx.x / 32][threadIdx.x % 32] = in[threadIdx.x] + threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x / 32][31 - threadIdx.x % 32];
}
CASE(fine_own_rows) { OwnRows<<<1, 128>>>(Buffer<int>(128), Buffer<int>(128)); }

// The tile's pitch is too small: rows overlap.
__global__ void WrongPitch(const int* in, int* out) {
  __shared__ int tile[32 * 8];
  const int t = threadIdx.y * 32 + threadIdx.x;
  tile[threadIdx.y * 16 + threadIdx.x] = in[t] + t;  // FAULT faulty_pitch // OTHER faulty_pitch
  __syncthreads();
  out[t] = tile[threadIdx.y * 16 + threadIdx.x];
}
CASE(faulty_pitch) { WrongPitch<<<1, dim3(32, 8)>>>(Buffer<int>(256), Buffer<int>(256)); }

__global__ void RightPitch(const int* in, int* out) {
  __shared__ int tile[33 * 8];
  const int t = threadIdx.y * 32 + threadIdx.x;
  tile[threadIdx.y * 33 + threadIdx.x] = in[t] + t;
  __syncthreads();
  out[t] = tile[threadIdx.y * 33 + threadIdx.x];
}
CASE(fine_pitch) { RightPitch<<<1, dim3(32, 8)>>>(Buffer<int>(256), Buffer<int>(256)); }

// Two threads of two warps, two lines.
__global__ void TwoFlags(int* out) {
  __shared__ int winner;
  if (threadIdx.x == 0) winner = out[0] + 1;   // OTHER faulty_two_writers
  if (threadIdx.x == 32) winner = out[0] + 2;  // FAULT faulty_two_writers
  __syncthreads();
  out[threadIdx.x] = winner;
}
CASE(faulty_two_writers) { TwoFlags<<<1, 64>>>(Buffer<int>(64)); }

__global__ void TwoFlagsInTurn(int* out) {
  __shared__ int winner;
  if (threadIdx.x == 0) winner = out[0] + 1;
  __syncthreads();
  if (threadIdx.x == 32) winner = out[0] + 2;
  __syncthreads();
  out[threadIdx.x] = winner;
}
CASE(fine_in_turn) { TwoFlagsInTurn<<<1, 64>>>(Buffer<int>(64)); }

// A histogram without atomics.
__global__ void Histogram(int* out) {
  __shared__ int bins[16];
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  __syncthreads();
  bins[threadIdx.x % 16]++;  // FAULT faulty_histogram // OTHER faulty_histogram
  __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x];
}
CASE(faulty_histogram) { Histogram<<<1, 256>>>(Buffer<int>(16)); }

__global__ void HistogramAtomic(int* out) {
  __shared__ int bins[16];
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[threadIdx.x % 16], 1);
  __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x];
}
CASE(fine_histogram) { HistogramAtomic<<<1, 256>>>(Buffer<int>(16)); }

// "The largest wins", without atomicMax.
__global__ void Largest(const int* in, int* out) {
  __shared__ int best;
  if (threadIdx.x == 0) best = 0;
  __syncthreads();
  const int mine = in[threadIdx.x] + 1 + threadIdx.x;
  if (mine > best) best = mine;  // FAULT faulty_largest // OTHER faulty_largest
  __syncthreads();
  if (threadIdx.x == 0) *out = best;
}
CASE(faulty_largest) { Largest<<<1, 128>>>(Buffer<int>(128), Buffer<int>(1)); }

__global__ void LargestAtomic(const int* in, int* out) {
  __shared__ int best;
  if (threadIdx.x == 0) best = 0;
  __syncthreads();
  atomicMax(&best, in[threadIdx.x] + 1 + static_cast<int>(threadIdx.x));
  __syncthreads();
  if (threadIdx.x == 0) *out = best;
}
CASE(fine_largest) { LargestAtomic<<<1, 128>>>(Buffer<int>(128), Buffer<int>(1)); }

// A mark that any thread may set, always to the same.
__global__ void AnyNegative(const int* in, int* out) {
  __shared__ int any;
  if (threadIdx.x == 0) any = 0;
  __syncthreads();
  if (in[threadIdx.x] <= 0) any = 1;
  __syncthreads();
  if (threadIdx.x == 0) *out = any;
}
CASE(fine_any) { AnyNegative<<<1, 128>>>(Buffer<int>(128), Buffer<int>(1)); }

// Bytes side by side in one word.
__global__ void Bytes(const int* in, int* out) {
  __shared__ unsigned char s[128];
  s[threadIdx.x] = in[threadIdx.x] + threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[127 - threadIdx.x];
}
CASE(fine_bytes) { Bytes<<<1, 128>>>(Buffer<int>(128), Buffer<int>(128)); }
