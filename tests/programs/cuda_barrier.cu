// SPDX-License-Identifier: Apache-2.0
// Teaches cuda::barrier: half of a block produces, the other half consumes, in several phases.

#include <cuda/barrier>

#include "program.cuh"

using Barrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int kHalf = 64;

__global__ void Pipe(int phases, const int* in, int* out) {
  __shared__ int buffer[kHalf];
  __shared__ Barrier full;
  __shared__ Barrier empty;
  const int t = threadIdx.x;
  if (t == 0) {
    init(&full, 2 * kHalf);
    init(&empty, 2 * kHalf);
  }
  __syncthreads();
  for (int phase = 0; phase < phases; ++phase) {
    if (t < kHalf) {
      buffer[t] = in[phase * kHalf + t];
    }
    full.arrive_and_wait();
    if (t >= kHalf) {
      out[phase * kHalf + t - kHalf] = buffer[2 * kHalf - 1 - t] * 2;
    }
    empty.arrive_and_wait();
  }
}

int main() {
  const int phases = 5;
  const int n = phases * kHalf;
  std::vector<int> in(n);
  std::vector<int> want(n);
  for (int i = 0; i < n; ++i) {
    in[i] = i;
    want[i] = 2 * (i / kHalf * kHalf + kHalf - 1 - i % kHalf);
  }
  int* device_in = ToDevice(in);
  int* device_out = ToDevice(in);
  Pipe<<<1, 2 * kHalf>>>(phases, device_in, device_out);
  CHECK(cudaGetLastError());
  const std::vector<int> got = ToHost(device_out, n);
  std::printf("out[0] = %d, out[319] = %d\n", got[0], got[319]);
  return Compare(got, want);
}
