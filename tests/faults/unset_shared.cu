// SPDX-License-Identifier: Apache-2.0
// A cell of shared memory is read that no thread of the block has set.
#include "fault.cuh"

// The halo on the right is never loaded.
__global__ void Halo(const int* in, int* out) {
  __shared__ int s[66];
  const int t = threadIdx.x;
  s[t + 1] = in[t];
  if (t == 0) s[0] = 0;
  __syncthreads();
  out[t] = s[t] + s[t + 2];  // FAULT faulty_halo
}
CASE(faulty_halo) { Halo<<<1, 64>>>(Buffer<int>(64), Buffer<int>(64)); }

__global__ void HaloLoaded(const int* in, int* out) {
  __shared__ int s[66];
  const int t = threadIdx.x;
  s[t + 1] = in[t];
  if (t < 2) s[t * 65] = 0;
  __syncthreads();
  out[t] = s[t] + s[t + 2];
}
CASE(fine_halo) { HaloLoaded<<<1, 64>>>(Buffer<int>(64), Buffer<int>(64)); }

// Counting starts from whatever was there.
__global__ void Histogram(int* out) {
  __shared__ int bins[16];
  atomicAdd(&bins[threadIdx.x % 16], 1);  // FAULT faulty_histogram
  __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x];
}
CASE(faulty_histogram) { Histogram<<<1, 64>>>(Buffer<int>(16)); }

__global__ void HistogramZeroed(int* out) {
  __shared__ int bins[16];
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[threadIdx.x % 16], 1);
  __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x];
}
CASE(fine_histogram) { HistogramZeroed<<<1, 64>>>(Buffer<int>(16)); }

// The last block is not full, and sums up cells that it did not load.
__global__ void LastBlock(const int* in, int* out, int n) {
  __shared__ int s[64];
  const int i = blockIdx.x * 64 + threadIdx.x;
  if (i < n) s[threadIdx.x] = in[i];
  __syncthreads();
  for (int d = 32; d > 0; d /= 2) {
    if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];  // FAULT faulty_last_block
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}
CASE(faulty_last_block) { LastBlock<<<2, 64>>>(Buffer<int>(100), Buffer<int>(2), 100); }

__global__ void LastBlockFilled(const int* in, int* out, int n) {
  __shared__ int s[64];
  const int i = blockIdx.x * 64 + threadIdx.x;
  s[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (int d = 32; d > 0; d /= 2) {
    if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}
CASE(fine_last_block) { LastBlockFilled<<<2, 64>>>(Buffer<int>(100), Buffer<int>(2), 100); }

// A block of 32 x 8 threads fills a quarter of the tile only.
__global__ void QuarterTile(const float* in, float* out) {
  __shared__ float tile[32][33];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  for (int row = threadIdx.y; row < 32; row += 8) {
    out[row * 32 + threadIdx.x] = tile[threadIdx.x][row];  // FAULT faulty_quarter_tile
  }
}
CASE(faulty_quarter_tile) { QuarterTile<<<1, dim3(32, 8)>>>(Buffer<float>(1024), Buffer<float>(1024)); }

__global__ void WholeTile(const float* in, float* out) {
  __shared__ float tile[32][33];
  for (int row = threadIdx.y; row < 32; row += 8) {
    tile[row][threadIdx.x] = in[row * 32 + threadIdx.x];
  }
  __syncthreads();
  for (int row = threadIdx.y; row < 32; row += 8) {
    out[row * 32 + threadIdx.x] = tile[threadIdx.x][row];
  }
}
CASE(fine_whole_tile) { WholeTile<<<1, dim3(32, 8)>>>(Buffer<float>(1024), Buffer<float>(1024)); }

// Dynamic shared memory is no more set than other.
__global__ void Accumulate(const int* in, int* out) {
  extern __shared__ int sums[];
  for (int i = 0; i < 4; ++i) sums[threadIdx.x] += in[i * 32 + threadIdx.x];  // FAULT faulty_dynamic
  out[threadIdx.x] = sums[threadIdx.x];
}
CASE(faulty_dynamic) { Accumulate<<<1, 32, 32 * sizeof(int)>>>(Buffer<int>(128), Buffer<int>(32)); }

__global__ void AccumulateFromZero(const int* in, int* out) {
  extern __shared__ int sums[];
  sums[threadIdx.x] = 0;
  for (int i = 0; i < 4; ++i) sums[threadIdx.x] += in[i * 32 + threadIdx.x];
  out[threadIdx.x] = sums[threadIdx.x];
}
CASE(fine_dynamic) {
  AccumulateFromZero<<<1, 32, 32 * sizeof(int)>>>(Buffer<int>(128), Buffer<int>(32));
}

// What the block before left in shared memory is gone.
__global__ void FirstBlockOnly(const int* in, int* out) {
  __shared__ int table[32];
  if (blockIdx.x == 0) table[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 32 + threadIdx.x] = table[31 - threadIdx.x];  // FAULT faulty_first_block_only
}
CASE(faulty_first_block_only) { FirstBlockOnly<<<2, 32>>>(Buffer<int>(32), Buffer<int>(64)); }

__global__ void EveryBlock(const int* in, int* out) {
  __shared__ int table[32];
  table[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 32 + threadIdx.x] = table[31 - threadIdx.x];
}
CASE(fine_every_block) { EveryBlock<<<2, 32>>>(Buffer<int>(32), Buffer<int>(64)); }
