// SPDX-License-Identifier: Apache-2.0
// A thread reads a cell of shared memory that another one writes, and no barrier stands between.
#include "fault.cuh"

__global__ void Reverse(const int* in, int* out) {
  __shared__ int s[128];
  s[threadIdx.x] = in[threadIdx.x];         // OTHER faulty_reverse
  out[threadIdx.x] = s[127 - threadIdx.x];  // FAULT faulty_reverse
}
CASE(faulty_reverse) { Reverse<<<1, 128>>>(Buffer<int>(128), Buffer<int>(128)); }

__global__ void ReverseOrdered(const int* in, int* out) {
  __shared__ int s[128];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[127 - threadIdx.x];
}
CASE(fine_reverse) { ReverseOrdered<<<1, 128>>>(Buffer<int>(128), Buffer<int>(128)); }

// The barrier stands before the store, where it orders nothing.
__global__ void Stencil(const float* in, float* out) {
  __shared__ float s[130];
  const int t = threadIdx.x;
  if (t < 2) s[t * 129] = 0;
  __syncthreads();
  s[t + 1] = in[t];                    // OTHER faulty_barrier_too_early
  out[t] = s[t] + s[t + 1] + s[t + 2]; // FAULT faulty_barrier_too_early
}
CASE(faulty_barrier_too_early) { Stencil<<<2, 128>>>(Buffer<float>(128), Buffer<float>(128)); }

__global__ void StencilOrdered(const float* in, float* out) {
  __shared__ float s[130];
  const int t = threadIdx.x;
  if (t < 2) s[t * 129] = 0;
  s[t + 1] = in[t];
  __syncthreads();
  out[t] = s[t] + s[t + 1] + s[t + 2];
}
CASE(fine_stencil) { StencilOrdered<<<1, 128>>>(Buffer<float>(128), Buffer<float>(128)); }

__global__ void Transpose(const float* in, float* out) {
  __shared__ float tile[32][33];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];   // OTHER faulty_transpose
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];  // FAULT faulty_transpose
}
CASE(faulty_transpose) { Transpose<<<1, dim3(32, 32)>>>(Buffer<float>(1024), Buffer<float>(1024)); }

// Each thread reads the cell that it wrote itself.
__global__ void OwnCell(const float* in, float* out) {
  __shared__ float tile[32][33];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  out[threadIdx.y * 32 + threadIdx.x] = 2 * tile[threadIdx.y][threadIdx.x];
}
CASE(fine_own_cell) { OwnCell<<<1, dim3(32, 32)>>>(Buffer<float>(1024), Buffer<float>(1024)); }

// No barrier in the loop.
__global__ void Reduce(const int* in, int* out) {
  __shared__ int s[256];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int stride = 128; stride > 0; stride /= 2) {
    if (t < stride) s[t] += s[t + stride];  // FAULT faulty_reduce // OTHER faulty_reduce
  }
  __syncthreads();
  if (t == 0) *out = s[0];
}
CASE(faulty_reduce) { Reduce<<<1, 256>>>(Buffer<int>(256), Buffer<int>(1)); }

__global__ void ReduceOrdered(const int* in, int* out) {
  __shared__ int s[256];
  const int t = threadIdx.x;
  s[t] = in[t];
  for (int stride = 128; stride > 0; stride /= 2) {
    __syncthreads();
    if (t < stride) s[t] += s[t + stride];
  }
  if (t == 0) *out = s[0];
}
CASE(fine_reduce) { ReduceOrdered<<<1, 256>>>(Buffer<int>(256), Buffer<int>(1)); }

// One thread sets what all read.
__global__ void Broadcast(const int* in, int* out) {
  __shared__ int offset;
  if (threadIdx.x == 0) offset = in[blockIdx.x];            // OTHER faulty_broadcast
  out[blockIdx.x * 64 + threadIdx.x] = threadIdx.x + offset; // FAULT faulty_broadcast
}
CASE(faulty_broadcast) { Broadcast<<<2, 64>>>(Buffer<int>(2), Buffer<int>(128)); }

__global__ void BroadcastOrdered(const int* in, int* out) {
  __shared__ int offset;
  if (threadIdx.x == 0) offset = in[blockIdx.x];
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = threadIdx.x + offset;
}
CASE(fine_broadcast) { BroadcastOrdered<<<2, 64>>>(Buffer<int>(2), Buffer<int>(128)); }

// __syncwarp() orders a warp, not the block.
__global__ void OnlyTheWarp(const int* in, int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];             // OTHER faulty_syncwarp_for_block
  __syncwarp();
  out[threadIdx.x] = s[(threadIdx.x + 1) % 64]; // FAULT faulty_syncwarp_for_block
}
CASE(faulty_syncwarp_for_block) { OnlyTheWarp<<<1, 64>>>(Buffer<int>(64), Buffer<int>(64)); }

// A row of its own for each warp: __syncwarp() is enough.
__global__ void RowsOfWarps(const int* in, int* out) {
  __shared__ int s[4][32];
  const int warp = threadIdx.x / 32;
  const int lane = threadIdx.x % 32;
  s[warp][lane] = in[threadIdx.x];
  __syncwarp();
  out[threadIdx.x] = s[warp][31 - lane];
}
CASE(fine_rows_of_warps) { RowsOfWarps<<<1, 128>>>(Buffer<int>(128), Buffer<int>(128)); }

// The whole block returns before the barrier, or none of it.
__global__ void EarlyReturn(const int* in, int* out, int blocks) {
  __shared__ int s[64];
  if (blockIdx.x >= blocks) return;
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
CASE(fine_early_return) { EarlyReturn<<<3, 64>>>(Buffer<int>(64), Buffer<int>(128), 2); }
