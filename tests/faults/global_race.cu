// SPDX-License-Identifier: Apache-2.0
// Blocks of one launch touch a cell of global memory, one of them writing, and nothing orders them.
#include "fault.cuh"

// A block reads its neighbour's cell that the neighbour overwrites.
__global__ void InPlace(int* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int next = data[i + 1];  // FAULT faulty_in_place // OTHER faulty_in_place
  __syncthreads();
  data[i] = next + 1;            // FAULT faulty_in_place // OTHER faulty_in_place
}
CASE(faulty_in_place) { InPlace<<<4, 64>>>(Buffer<int>(257)); }

__global__ void IntoAnother(const int* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i + 1] + 1;
}
CASE(fine_into_another) { IntoAnother<<<4, 64>>>(Buffer<int>(257), Buffer<int>(256)); }

// All blocks add to one sum.
__global__ void Sum(const int* in, int* out) {
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int i = 0; i < 64; ++i) sum += in[blockIdx.x * 64 + i] + 1;
    *out += sum;  // FAULT faulty_sum // OTHER faulty_sum
  }
}
CASE(faulty_sum) { Sum<<<4, 64>>>(Buffer<int>(256), Buffer<int>(1)); }

__global__ void SumAtomic(const int* in, int* out) {
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int i = 0; i < 64; ++i) sum += in[blockIdx.x * 64 + i] + 1;
    atomicAdd(out, sum);
  }
}
CASE(fine_sum) { SumAtomic<<<4, 64>>>(Buffer<int>(256), Buffer<int>(1)); }

// The index forgets the block.
__global__ void NoBlockIndex(int* out) {
  out[threadIdx.x] = blockIdx.x * 64 + threadIdx.x;  // FAULT faulty_no_block_index // OTHER faulty_no_block_index
}
CASE(faulty_no_block_index) { NoBlockIndex<<<4, 64>>>(Buffer<int>(256)); }

__global__ void BlockIndex(int* out) {
  out[blockIdx.x * 64 + threadIdx.x] = blockIdx.x * 64 + threadIdx.x;
}
CASE(fine_block_index) { BlockIndex<<<4, 64>>>(Buffer<int>(256)); }

// Block 0 sets to zero what all blocks count in.
__global__ void ZeroedInside(int* bins) {
  if (blockIdx.x == 1 && threadIdx.x < 16) bins[threadIdx.x] = 0;  // OTHER faulty_zeroed_inside
  __syncthreads();
  atomicAdd(&bins[threadIdx.x % 16], 1);                           // FAULT faulty_zeroed_inside
}
CASE(faulty_zeroed_inside) { ZeroedInside<<<4, 64>>>(Buffer<int>(16)); }

__global__ void Zero(int* bins) { bins[threadIdx.x] = 0; }
__global__ void Count(int* bins) { atomicAdd(&bins[threadIdx.x % 16], 1); }
CASE(fine_zeroed_before) {
  Buffer<int> bins(16);
  Zero<<<1, 16>>>(bins);
  Count<<<4, 64>>>(bins);
}

// Every block writes its part, and block 3 sums up in the same launch.
__global__ void LastIsNotLast(int* parts, int* out) {
  if (threadIdx.x == 0) parts[blockIdx.x] = blockIdx.x + 1;  // OTHER faulty_no_grid_barrier
  __syncthreads();
  if (blockIdx.x == 3 && threadIdx.x < 4) {
    atomicAdd(out, parts[threadIdx.x]);                      // FAULT faulty_no_grid_barrier
  }
}
CASE(faulty_no_grid_barrier) { LastIsNotLast<<<4, 64>>>(Buffer<int>(4), Buffer<int>(1)); }

// The same with a ticket: whoever draws the last one sums up (threadFenceReduction).
__global__ void LastBlock(int* parts, unsigned* ticket, int* out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = blockIdx.x + 1;
    __threadfence();
    last = atomicInc(ticket, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x < 4) atomicAdd(out, parts[threadIdx.x]);
}
CASE(fine_last_block) { LastBlock<<<4, 64>>>(Buffer<int>(4), Buffer<unsigned>(1), Buffer<int>(1)); }

// Tiles that overlap by one column.
__global__ void Overlap(float* out) {
  const int i = blockIdx.x * 63 + threadIdx.x;
  out[i] = blockIdx.x + 1;  // FAULT faulty_overlap // OTHER faulty_overlap
}
CASE(faulty_overlap) { Overlap<<<4, 64>>>(Buffer<float>(256)); }

// The overlap gets the same value from both.
__global__ void OverlapSame(float* out) {
  const int i = blockIdx.x * 63 + threadIdx.x;
  out[i] = i + 1;
}
CASE(fine_overlap_same) { OverlapSame<<<4, 64>>>(Buffer<float>(256)); }

// A mark that any block may set.
__global__ void Any(const int* in, int* found) {
  if (in[blockIdx.x * 64 + threadIdx.x] == 0) *found = 1;
}
CASE(fine_mark) { Any<<<4, 64>>>(Buffer<int>(256), Buffer<int>(1)); }

// A lock; whoever holds it has the sum alone.
__global__ void Lock(int* lock, int* sum) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    *sum += blockIdx.x;
    __threadfence();
    atomicExch(lock, 0);
  }
}
CASE(fine_lock) { Lock<<<4, 32>>>(Buffer<int>(1), Buffer<int>(1)); }

// Block b waits for the flag of block b - 1.
__global__ void Chain(volatile int* flags, int* data) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x > 0) {
    while (flags[blockIdx.x - 1] == 0) {
    }
    __threadfence();
    data[blockIdx.x] = data[blockIdx.x - 1] + 1;
  }
  __threadfence();
  flags[blockIdx.x] = 1;
}
CASE(fine_chain) { Chain<<<4, 32>>>(Buffer<int>(4), Buffer<int>(4)); }

// Blocks draw their work.
__global__ void Queue(int* next, int* out, int n) {
  __shared__ int item;
  while (true) {
    if (threadIdx.x == 0) item = atomicAdd(next, 1);
    __syncthreads();
    if (item >= n) return;
    out[item * 32 + threadIdx.x] = item;
    __syncthreads();
  }
}
CASE(fine_queue) { Queue<<<4, 32>>>(Buffer<int>(1), Buffer<int>(320), 10); }

// Bytes of one word, written by two blocks.
__global__ void Bytes(unsigned char* out) { out[blockIdx.x * 33 + threadIdx.x] = blockIdx.x + 1; }
CASE(fine_bytes) { Bytes<<<4, 33>>>(Buffer<unsigned char>(132)); }

// A plain look before the atomic: it may be old, and that is fine.
__global__ void Minimum(const int* in, int* best) {
  const int mine = 1000 - blockIdx.x * 64 - threadIdx.x + in[threadIdx.x];
  if (mine < *best) atomicMin(best, mine);
}
CASE(fine_look_first) { Minimum<<<4, 64>>>(Buffer<int>(64), Buffer<int>(1)); }
