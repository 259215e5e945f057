// SPDX-License-Identifier: Apache-2.0
// A block waits at a barrier for ever.
#include "fault.cuh"

#define BAR_SYNC(id, threads) asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory")
#define BAR_ARRIVE(id, threads) asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory")

// The barrier counts more threads than ever come.
__global__ void Count(int* out, int threads) {
  out[threadIdx.x] = 1;
  BAR_SYNC(1, threads);  // FAULT faulty_count
  out[threadIdx.x] = 2;
}
CASE(faulty_count) { Count<<<1, 64>>>(Buffer<int>(64), 128); }
CASE(fine_count) { Count<<<1, 64>>>(Buffer<int>(64), 64); }

// The producer arrives at one barrier, the consumer waits at another.
__global__ void Producer(int* out, int id) {
  __shared__ int s[32];
  if (threadIdx.x < 32) {
    s[threadIdx.x] = threadIdx.x;
    BAR_ARRIVE(1, 64);
  } else {
    BAR_SYNC(id, 64);  // FAULT faulty_other_id
    out[threadIdx.x] = s[63 - threadIdx.x];
  }
}
CASE(faulty_other_id) { Producer<<<1, 64>>>(Buffer<int>(64), 2); }
CASE(fine_same_id) { Producer<<<1, 64>>>(Buffer<int>(64), 1); }

// Half a warp waits for the block, the other half for the warp.
__global__ void WarpAndBlock(int* out) {
  if (threadIdx.x % 32 < 16) {
    __syncthreads();  // FAULT faulty_half_warp
    out[threadIdx.x] = 1;
  } else {
    __syncwarp();     // OTHER faulty_half_warp
    out[threadIdx.x] = 2;
  }
}
CASE(faulty_half_warp) { WarpAndBlock<<<1, 64>>>(Buffer<int>(64)); }

__global__ void WarpThenBlock(int* out) {
  if (threadIdx.x % 32 < 16) {
    __syncwarp(0x0000ffffu);
    out[threadIdx.x] = 1;
  } else {
    __syncwarp(0xffff0000u);
    out[threadIdx.x] = 2;
  }
  __syncthreads();
}
CASE(fine_half_warp) { WarpThenBlock<<<1, 64>>>(Buffer<int>(64)); }

// Two barriers in opposite order.
__global__ void OppositeOrder(int* out) {
  if (threadIdx.x < 32) {
    BAR_SYNC(1, 64);  // FAULT faulty_opposite_order
    BAR_SYNC(2, 64);
    out[threadIdx.x] = 1;
  } else {
    BAR_SYNC(2, 64);  // OTHER faulty_opposite_order
    BAR_SYNC(1, 64);
    out[threadIdx.x] = 2;
  }
}
CASE(faulty_opposite_order) { OppositeOrder<<<1, 64>>>(Buffer<int>(64)); }

__global__ void SameOrder(int* out) {
  BAR_SYNC(1, 64);
  out[threadIdx.x] = 1;
  BAR_SYNC(2, 64);
  out[threadIdx.x] += 1;
}
CASE(fine_same_order) { SameOrder<<<1, 64>>>(Buffer<int>(64)); }

// One warp waits at a barrier of its own making, the block at the usual one.
__global__ void OwnBarrier(int* out, int threads) {
  if (threadIdx.x < 32) BAR_SYNC(1, threads);  // FAULT faulty_own_barrier
  __syncthreads();                             // OTHER faulty_own_barrier
  out[threadIdx.x] = 1;
}
CASE(faulty_own_barrier) { OwnBarrier<<<1, 64>>>(Buffer<int>(64), 64); }
CASE(fine_own_barrier) { OwnBarrier<<<1, 64>>>(Buffer<int>(64), 32); }

// The consumers of the second half of a warp's work were never started.
__global__ void Missing(int* out, int consumers) {
  if (threadIdx.x < 32) {
    out[threadIdx.x] = 1;
    BAR_SYNC(3, 96);  // FAULT faulty_missing_warp
  } else if (threadIdx.x < 32 + consumers) {
    BAR_SYNC(3, 96);  // FAULT faulty_missing_warp
    out[threadIdx.x] = 2;
  }
}
CASE(faulty_missing_warp) { Missing<<<1, 96>>>(Buffer<int>(96), 32); }
CASE(fine_all_warps) { Missing<<<1, 96>>>(Buffer<int>(96), 64); }
