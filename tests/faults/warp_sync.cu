// SPDX-License-Identifier: Apache-2.0
// A warp's exchange with a wrong mask: a lane that never comes, or one that the mask leaves out.
#include "fault.cuh"

constexpr unsigned kAll = 0xffffffffu;

// Half the warp shuffles with a mask of all; the other half waits for the block.
__global__ void HalfShuffles(const int* in, int* out) {
  int v = in[threadIdx.x];
  if (threadIdx.x < 16) {
    v += __shfl_down_sync(kAll, v, 8);  // FAULT faulty_half_shuffles
  }
  __syncthreads();                      // OTHER faulty_half_shuffles
  out[threadIdx.x] = v;
}
CASE(faulty_half_shuffles) { HalfShuffles<<<1, 32>>>(Buffer<int>(32), Buffer<int>(32)); }

__global__ void HalfShufflesMasked(const int* in, int* out) {
  int v = in[threadIdx.x];
  if (threadIdx.x < 16) v += __shfl_down_sync(0xffffu, v, 8);
  __syncthreads();
  out[threadIdx.x] = v;
}
CASE(fine_half_shuffles) { HalfShufflesMasked<<<1, 32>>>(Buffer<int>(32), Buffer<int>(32)); }

// All lanes vote, the mask names the first half.
__global__ void LeftOut(const int* in, int* out, unsigned mask) {
  const bool yes = in[threadIdx.x] == 0;
  out[threadIdx.x] = __ballot_sync(mask, yes);  // FAULT faulty_left_out
}
CASE(faulty_left_out) { LeftOut<<<1, 32>>>(Buffer<int>(32), Buffer<int>(32), 0xffffu); }
CASE(fine_left_out) { LeftOut<<<1, 16>>>(Buffer<int>(32), Buffer<int>(32), 0xffffu); }

// Both branches reduce, each with the mask of all.
__global__ void BothBranches(const int* in, int* out) {
  int v = in[threadIdx.x];
  if (threadIdx.x < 16) {
    v += __shfl_xor_sync(kAll, v, 1);  // FAULT faulty_both_branches
  } else {
    v -= __shfl_xor_sync(kAll, v, 2);  // OTHER faulty_both_branches
  }
  out[threadIdx.x] = v;
}
CASE(faulty_both_branches) { BothBranches<<<1, 32>>>(Buffer<int>(32), Buffer<int>(32)); }

__global__ void BothBranchesMasked(const int* in, int* out) {
  int v = in[threadIdx.x];
  if (threadIdx.x < 16) {
    v += __shfl_xor_sync(0x0000ffffu, v, 1);
  } else {
    v -= __shfl_xor_sync(0xffff0000u, v, 2);
  }
  out[threadIdx.x] = v;
}
CASE(fine_both_branches) { BothBranchesMasked<<<1, 32>>>(Buffer<int>(32), Buffer<int>(32)); }

// __syncwarp() with the mask of lane 0, called by all.
__global__ void SyncMask(int* out, unsigned mask) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  __syncwarp(mask);  // FAULT faulty_sync_mask
  out[threadIdx.x] = s[threadIdx.x];
}
CASE(faulty_sync_mask) { SyncMask<<<1, 32>>>(Buffer<int>(32), 1); }
CASE(fine_sync_mask) { SyncMask<<<1, 32>>>(Buffer<int>(32), kAll); }

// Lanes in a loop of their own length, all named at every turn.
__global__ void Loop(int* out) {
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < 8 + (threadIdx.x & 1); ++i) {
    sum += __shfl_sync(kAll, i, 0);  // FAULT faulty_loop // OTHER faulty_loop
  }
  __syncwarp();                      // FAULT faulty_loop // OTHER faulty_loop
  out[threadIdx.x] = sum;
}
CASE(faulty_loop) { Loop<<<1, 32>>>(Buffer<int>(32)); }

__global__ void LoopTogether(int* out) {
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < 9; ++i) {
    const int first = __shfl_sync(kAll, i, 0);
    if (i < 8 + (threadIdx.x & 1)) sum += first;
  }
  __syncwarp();
  out[threadIdx.x] = sum;
}
CASE(fine_loop) { LoopTogether<<<1, 32>>>(Buffer<int>(32)); }

// The leader's branch asks the whole warp.
__global__ void Leader(const int* in, int* out) {
  int v = in[threadIdx.x];
  if (threadIdx.x == 0) v = __any_sync(kAll, v > 0);  // FAULT faulty_leader
  __syncwarp();                                       // OTHER faulty_leader
  out[threadIdx.x] = v;
}
CASE(faulty_leader) { Leader<<<1, 32>>>(Buffer<int>(32), Buffer<int>(32)); }

__global__ void LeaderAfterVote(const int* in, int* out) {
  int v = in[threadIdx.x];
  const int any = __any_sync(kAll, v > 0);
  if (threadIdx.x == 0) v = any;
  __syncwarp();
  out[threadIdx.x] = v;
}
CASE(fine_leader) { LeaderAfterVote<<<1, 32>>>(Buffer<int>(32), Buffer<int>(32)); }

// Lanes that have ended need not come.
__global__ void Ended(const int* in, int* out) {
  if (threadIdx.x >= 20) return;
  out[threadIdx.x] = __shfl_xor_sync(kAll, in[threadIdx.x], 1);
}
CASE(fine_ended) { Ended<<<1, 32>>>(Buffer<int>(32), Buffer<int>(32)); }

// Each lane of a group names another group.
__global__ void Groups(int* out, unsigned first, unsigned second) {
  const unsigned mask = threadIdx.x < 16 ? first : second;
  out[threadIdx.x] = __ballot_sync(mask, 1);  // FAULT faulty_groups
}
CASE(faulty_groups) { Groups<<<1, 32>>>(Buffer<int>(32), 0x0001ffffu, 0xffff0000u); }
CASE(fine_groups) { Groups<<<1, 32>>>(Buffer<int>(32), 0x0000ffffu, 0xffff0000u); }

// __activemask() of a branch, used in that branch.
__global__ void ActiveMask(int* out) {
  if (threadIdx.x % 3 == 0) out[threadIdx.x] = __popc(__ballot_sync(__activemask(), 1));
}
CASE(fine_active_mask) { ActiveMask<<<1, 32>>>(Buffer<int>(32)); }
