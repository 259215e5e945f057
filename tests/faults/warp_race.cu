// SPDX-License-Identifier: Apache-2.0
// Lanes of one warp exchange values through shared memory and count on running in step: only
// __syncwarp() orders them.
#include "fault.cuh"

// The last warp of a reduction as it was written before Volta.
__global__ void LastWarp(const int* in, int* out) {
  __shared__ int data[64];
  data[threadIdx.x] = in[threadIdx.x];
  data[threadIdx.x + 32] = in[threadIdx.x + 32];
  volatile int* s = data;
  const int t = threadIdx.x;
  s[t] += s[t + 32];    // OTHER faulty_volatile_reduce
  if (t < 16) {
    s[t] += s[t + 16];  // FAULT faulty_volatile_reduce // OTHER faulty_volatile_reduce
    s[t] += s[t + 8];   // FAULT faulty_volatile_reduce // OTHER faulty_volatile_reduce
    s[t] += s[t + 4];   // FAULT faulty_volatile_reduce // OTHER faulty_volatile_reduce
  }
  out[t] = s[t];
}
CASE(faulty_volatile_reduce) { LastWarp<<<1, 32>>>(Buffer<int>(64), Buffer<int>(32)); }

__global__ void LastWarpOrdered(const int* in, int* out) {
  __shared__ int data[64];
  const int t = threadIdx.x;
  data[t] = in[t];
  data[t + 32] = in[t + 32];
  volatile int* s = data;
  int v = s[t];
  for (int d = 32; d > 0; d /= 2) {
    v += s[t + d];
    __syncwarp();
    s[t] = v;
    __syncwarp();
  }
  out[t] = v;
}
CASE(fine_volatile_reduce) { LastWarpOrdered<<<1, 32>>>(Buffer<int>(64), Buffer<int>(32)); }

__global__ void Swap(const int* in, int* out) {
  __shared__ int s[32];
  s[threadIdx.x] = in[threadIdx.x];       // OTHER faulty_swap
  out[threadIdx.x] = s[threadIdx.x ^ 1];  // FAULT faulty_swap
}
CASE(faulty_swap) { Swap<<<1, 32>>>(Buffer<int>(32), Buffer<int>(32)); }

__global__ void SwapOrdered(const int* in, int* out) {
  __shared__ int s[32];
  s[threadIdx.x] = in[threadIdx.x];
  __syncwarp();
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}
CASE(fine_swap) { SwapOrdered<<<1, 32>>>(Buffer<int>(32), Buffer<int>(32)); }

// Lane 0 of each warp tells its warp.
__global__ void Leader(const int* in, int* out) {
  __shared__ int value[4];
  const int warp = threadIdx.x / 32;
  if (threadIdx.x % 32 == 0) value[warp] = in[warp];  // OTHER faulty_leader
  out[threadIdx.x] = value[warp] + threadIdx.x;       // FAULT faulty_leader
}
CASE(faulty_leader) { Leader<<<1, 128>>>(Buffer<int>(4), Buffer<int>(128)); }

__global__ void LeaderOrdered(const int* in, int* out) {
  __shared__ int value[4];
  const int warp = threadIdx.x / 32;
  if (threadIdx.x % 32 == 0) value[warp] = in[warp];
  __syncwarp();
  out[threadIdx.x] = value[warp] + threadIdx.x;
}
CASE(fine_leader) { LeaderOrdered<<<1, 128>>>(Buffer<int>(4), Buffer<int>(128)); }

// A shuffle is no fence.
__global__ void ShuffleAsFence(const int* in, int* out) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  s[t] = in[t];                                          // OTHER faulty_shuffle_as_fence
  const int sum = __shfl_xor_sync(0xffffffffu, in[t], 1);
  out[t] = sum + s[31 - t];                              // FAULT faulty_shuffle_as_fence
}
CASE(faulty_shuffle_as_fence) { ShuffleAsFence<<<1, 32>>>(Buffer<int>(32), Buffer<int>(32)); }

__global__ void OnlyShuffles(const int* in, int* out) {
  int v = in[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
  out[threadIdx.x] = v;
}
CASE(fine_shuffles) { OnlyShuffles<<<1, 32>>>(Buffer<int>(32), Buffer<int>(32)); }

// A scan within the warp.
__global__ void WarpScan(const int* in, int* out) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  s[t] = in[t];                               // OTHER faulty_scan
  for (int d = 1; d < 32; d *= 2) {
    const int before = t >= d ? s[t - d] : 0; // FAULT faulty_scan // OTHER faulty_scan
    s[t] += before;                           // FAULT faulty_scan // OTHER faulty_scan
  }
  out[t] = s[t];
}
CASE(faulty_scan) { WarpScan<<<1, 32>>>(Buffer<int>(32), Buffer<int>(32)); }

__global__ void WarpScanOrdered(const int* in, int* out) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncwarp();
  for (int d = 1; d < 32; d *= 2) {
    const int before = t >= d ? s[t - d] : 0;
    __syncwarp();
    s[t] += before;
    __syncwarp();
  }
  out[t] = s[t];
}
CASE(fine_scan) { WarpScanOrdered<<<1, 32>>>(Buffer<int>(32), Buffer<int>(32)); }

// Lanes that share a bin: all read it, all write it back.
__global__ void Bins(int* out) {
  __shared__ int bins[8];
  if (threadIdx.x < 8) bins[threadIdx.x] = 0;
  __syncthreads();
  bins[threadIdx.x / 16]++;  // FAULT faulty_bins // OTHER faulty_bins
  __syncthreads();
  if (threadIdx.x < 8) out[threadIdx.x] = bins[threadIdx.x];
}
CASE(faulty_bins) { Bins<<<1, 128>>>(Buffer<int>(8)); }

__global__ void BinsOfLanes(int* out) {
  __shared__ int bins[128];
  bins[threadIdx.x] = 0;
  bins[threadIdx.x]++;
  __syncthreads();
  out[threadIdx.x] = bins[threadIdx.x ^ 16];
}
CASE(fine_bins) { BinsOfLanes<<<1, 128>>>(Buffer<int>(128)); }

// One barrier for the block orders its warps, too.
__global__ void BlockBarrier(const int* in, int* out) {
  __shared__ int s[32];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[31 - threadIdx.x];
}
CASE(fine_block_barrier) { BlockBarrier<<<1, 32>>>(Buffer<int>(32), Buffer<int>(32)); }
