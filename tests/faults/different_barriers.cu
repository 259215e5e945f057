// SPDX-License-Identifier: Apache-2.0
// Threads of one block wait at different barriers: __syncthreads() under a condition that not all
// of them share.
#include "fault.cuh"

// One barrier in each branch.
__global__ void Branches(int* out) {
  __shared__ int s[64];
  if (threadIdx.x < 32) {
    s[threadIdx.x] = 1;
    __syncthreads();  // FAULT faulty_branches
    out[threadIdx.x] = s[threadIdx.x + 32];
  } else {
    s[threadIdx.x] = 2;
    __syncthreads();  // OTHER faulty_branches
    out[threadIdx.x] = s[threadIdx.x - 32] + 1;
  }
}
CASE(faulty_branches) { Branches<<<1, 64>>>(Buffer<int>(64)); }

__global__ void AfterBranches(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x < 32 ? 1 : 2;
  __syncthreads();
  if (threadIdx.x < 32) {
    out[threadIdx.x] = s[threadIdx.x + 32];
  } else {
    out[threadIdx.x] = s[threadIdx.x - 32] + 1;
  }
}
CASE(fine_after_branches) { AfterBranches<<<1, 64>>>(Buffer<int>(64)); }

// The same branches, chosen by the block.
__global__ void BranchesOfBlocks(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  if (blockIdx.x == 0) {
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x];
  } else {
    __syncthreads();
    out[64 + threadIdx.x] = s[63 - threadIdx.x] + 1;
  }
}
CASE(fine_branches_of_blocks) { BranchesOfBlocks<<<2, 64>>>(Buffer<int>(128)); }

// Only the threads in range meet at the first barrier; the others are at the second.
__global__ void UnderGuard(const int* in, int* out, int n) {
  __shared__ int s[64];
  s[threadIdx.x] = 0;
  if (threadIdx.x < n) {
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();  // FAULT faulty_under_guard
    out[threadIdx.x] = s[n - 1 - threadIdx.x];
  }
  __syncthreads();    // OTHER faulty_under_guard
  out[threadIdx.x] += s[threadIdx.x];
}
CASE(faulty_under_guard) { UnderGuard<<<1, 64>>>(Buffer<int>(64), Buffer<int>(64), 40); }
CASE(fine_guard_for_all) { UnderGuard<<<1, 64>>>(Buffer<int>(64), Buffer<int>(64), 64); }

// Each thread goes round the loop as often as it has work.
__global__ void Loop(int* out, int n) {
  __shared__ int s[64];
  s[threadIdx.x] = 0;
#pragma unroll 1
  for (int i = threadIdx.x; i < n; i += 64) {
    s[threadIdx.x] += i;
    __syncthreads();  // FAULT faulty_loop
  }
  __syncthreads();    // OTHER faulty_loop
  out[threadIdx.x] = s[63 - threadIdx.x];
}
CASE(faulty_loop) { Loop<<<1, 64>>>(Buffer<int>(64), 100); }
CASE(fine_loop) { Loop<<<1, 64>>>(Buffer<int>(64), 128); }

// Lanes of one warp.
__global__ void OddLanes(int* out) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x % 2 == 0) {
    __syncthreads();  // FAULT faulty_odd_lanes
    out[threadIdx.x] = s[threadIdx.x + 1];
  } else {
    __syncthreads();  // OTHER faulty_odd_lanes
    out[threadIdx.x] = s[threadIdx.x - 1] * 2;
  }
}
CASE(faulty_odd_lanes) { OddLanes<<<1, 32>>>(Buffer<int>(32)); }

// A function with a barrier, called by some; the others wait in the kernel.
__device__ __noinline__ int Total(const int* s) {
  __syncthreads();  // FAULT faulty_call // OTHER faulty_call
  return s[0] + s[1];
}
__global__ void Call(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 32) {
    out[threadIdx.x] = Total(s);
  } else {
    __syncthreads();  // FAULT faulty_call // OTHER faulty_call
    out[threadIdx.x] = s[0];
  }
}
CASE(faulty_call) { Call<<<1, 64>>>(Buffer<int>(64)); }

__global__ void CallByAll(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = Total(s);
}
CASE(fine_call) { CallByAll<<<1, 64>>>(Buffer<int>(64)); }

// Warps with work of their own may use different instructions where the barrier counts its threads.
__global__ void Specialised(int* out) {
  __shared__ int s[32];
  if (threadIdx.x < 32) {
    s[threadIdx.x] = threadIdx.x;
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[threadIdx.x] = s[63 - threadIdx.x];
  }
}
CASE(fine_specialised) { Specialised<<<1, 64>>>(Buffer<int>(64)); }

// Threads that have ended are not waited for.
__global__ void Leave(int* out, int n) {
  __shared__ int s[64];
  if (threadIdx.x >= n) return;
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[n - 1 - threadIdx.x];
}
CASE(fine_leave) { Leave<<<1, 64>>>(Buffer<int>(64), 40); }
