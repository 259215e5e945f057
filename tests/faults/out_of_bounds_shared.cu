// SPDX-License-Identifier: Apache-2.0
// An access past the end of the block's shared memory, or before its start.
#include "fault.cuh"

__global__ void NextCell(const int* in, int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x + 1];  // FAULT faulty_next_cell
}
CASE(faulty_next_cell) { NextCell<<<1, 64>>>(Buffer<int>(64), Buffer<int>(64)); }

__global__ void NextCellPadded(const int* in, int* out) {
  __shared__ int s[65];
  s[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x == 0) s[64] = 0;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x + 1];
}
CASE(fine_next_cell) { NextCellPadded<<<1, 64>>>(Buffer<int>(64), Buffer<int>(64)); }

// One cell short of a multiple of 16 bytes: what lies behind is nobody's.
__global__ void OneShort(const int* in, int* out) {
  __shared__ int s[63];
  s[threadIdx.x] = in[threadIdx.x];  // FAULT faulty_one_short
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];  // FAULT faulty_one_short
}
CASE(faulty_one_short) { OneShort<<<1, 64>>>(Buffer<int>(64), Buffer<int>(64)); }

// The launch gives elements where bytes are asked for.
__global__ void Dynamic(const float* in, float* out) {
  extern __shared__ float cells[];
  cells[threadIdx.x] = in[threadIdx.x];  // FAULT faulty_bytes
  __syncthreads();
  out[threadIdx.x] = cells[63 - threadIdx.x];  // FAULT faulty_bytes
}
CASE(faulty_bytes) { Dynamic<<<1, 64, 64>>>(Buffer<float>(64), Buffer<float>(64)); }
CASE(fine_bytes) { Dynamic<<<1, 64, 64 * sizeof(float)>>>(Buffer<float>(64), Buffer<float>(64)); }

// Row and column of a tile that is not square.
__global__ void Swapped(const float* in, float* out) {
  __shared__ float tile[8][33];
  tile[threadIdx.x][threadIdx.y] = in[threadIdx.y * 32 + threadIdx.x];  // FAULT faulty_swapped
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.y][threadIdx.x];
}
CASE(faulty_swapped) { Swapped<<<1, dim3(32, 8)>>>(Buffer<float>(256), Buffer<float>(256)); }

__global__ void NotSwapped(const float* in, float* out) {
  __shared__ float tile[8][33];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.y][31 - threadIdx.x];
}
CASE(fine_swapped) { NotSwapped<<<1, dim3(32, 8)>>>(Buffer<float>(256), Buffer<float>(256)); }

// More threads than the array has cells.
__global__ void TooManyThreads(const int* in, int* out) {
  __shared__ int s[32];
  s[threadIdx.x] = in[threadIdx.x];  // FAULT faulty_block_size
  __syncthreads();
  out[threadIdx.x] = s[0];
}
CASE(faulty_block_size) { TooManyThreads<<<1, 64>>>(Buffer<int>(64), Buffer<int>(64)); }
CASE(fine_block_size) { TooManyThreads<<<1, 32>>>(Buffer<int>(64), Buffer<int>(64)); }

// A halo index of -1 without the offset.
__global__ void LeftHalo(const int* in, int* out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t - 1];  // FAULT faulty_left_halo
}
CASE(faulty_left_halo) { LeftHalo<<<1, 64>>>(Buffer<int>(64), Buffer<int>(64)); }

__global__ void LeftHaloGuarded(const int* in, int* out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = t > 0 ? s[t - 1] : 0;
}
CASE(fine_left_halo) { LeftHaloGuarded<<<1, 64>>>(Buffer<int>(64), Buffer<int>(64)); }

// A value of the input as an index, unchecked.
__global__ void Bins(const int* in, int* out) {
  __shared__ int bins[16];
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[in[threadIdx.x] + threadIdx.x], 1);  // FAULT faulty_bins
  __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x];
}
CASE(faulty_bins) { Bins<<<1, 32>>>(Buffer<int>(32), Buffer<int>(16)); }

__global__ void BinsClamped(const int* in, int* out) {
  __shared__ int bins[16];
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[min(in[threadIdx.x] + threadIdx.x, 15u)], 1);
  __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x];
}
CASE(fine_bins) { BinsClamped<<<1, 32>>>(Buffer<int>(32), Buffer<int>(16)); }

// The last cell of the padded row.
__global__ void PaddedRow(const float* in, float* out) {
  __shared__ float tile[32][33];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  if (threadIdx.x == 0) tile[threadIdx.y][32] = 0;
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[31][threadIdx.x + 1];
}
CASE(fine_padded_row) { PaddedRow<<<1, dim3(32, 32)>>>(Buffer<float>(1024), Buffer<float>(1024)); }
