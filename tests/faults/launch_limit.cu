// SPDX-License-Identifier: Apache-2.0
// A launch that the device refuses before a thread of it runs.
#include "fault.cuh"

__global__ void Set(int* out) {
  extern __shared__ int cells[];
  cells[threadIdx.x % 4] = 1;
  out[0] = 1;
}

CASE(faulty_threads) { Set<<<1, 2048, 16>>>(Buffer<int>(1)); }
CASE(fine_threads) { Set<<<1, 1024, 16>>>(Buffer<int>(1)); }

// 32 x 64 threads are more than 1024.
CASE(faulty_square) { Set<<<1, dim3(32, 64), 16>>>(Buffer<int>(1)); }
CASE(fine_square) { Set<<<1, dim3(32, 32), 16>>>(Buffer<int>(1)); }

// n / 256 blocks are none.
CASE(faulty_no_blocks) {
  const int n = 100;
  Set<<<n / 256, 256, 16>>>(Buffer<int>(1));
}
CASE(fine_rounded_up) {
  const int n = 100;
  Set<<<(n + 255) / 256, 256, 16>>>(Buffer<int>(1));
}

// Grids are wide in x only.
CASE(faulty_grid_y) { Set<<<dim3(1, 70000), 1, 16>>>(Buffer<int>(1)); }
CASE(fine_grid_x) { Set<<<dim3(70000, 1), 1, 16>>>(Buffer<int>(1)); }

// More shared memory than a block gets without asking.
CASE(faulty_shared) { Set<<<1, 32, 50000>>>(Buffer<int>(1)); }
CASE(fine_shared) {
  cudaFuncSetAttribute(Set, cudaFuncAttributeMaxDynamicSharedMemorySize, 50000);
  Set<<<1, 32, 50000>>>(Buffer<int>(1));
}

// Blocks are flat in z.
CASE(faulty_block_z) { Set<<<1, dim3(1, 1, 128), 16>>>(Buffer<int>(1)); }
CASE(fine_block_z) { Set<<<1, dim3(1, 1, 64), 16>>>(Buffer<int>(1)); }

// The kernel promised to have at most 64 threads.
__global__ void __launch_bounds__(64) Bounded(int* out) { out[0] = 1; }
CASE(faulty_launch_bounds) { Bounded<<<1, 128>>>(Buffer<int>(1)); }
CASE(fine_launch_bounds) { Bounded<<<1, 64>>>(Buffer<int>(1)); }
