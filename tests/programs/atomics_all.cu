// SPDX-License-Identifier: Apache-2.0
// Teaches every integer atomic: and, or, xor, inc, dec, sub, exch, 64-bit and the block scope.

#include "program.cuh"

__global__ void All(unsigned* v, unsigned long long* w) {
  __shared__ unsigned own;
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) {
    own = 0;
  }
  __syncthreads();
  atomicAnd(&v[0], ~(1u << (i % 32)) | 0xff00ffu);
  atomicOr(&v[1], 1u << (i % 20));
  atomicXor(&v[2], i * 2654435761u);
  atomicInc(&v[3], 99u);
  atomicDec(&v[4], 49u);
  atomicSub(&v[5], i);
  atomicExch(&v[6], 77u);
  atomicCAS(&v[7], 5u, 6u);
  atomicAdd_system(&v[8], 2u);
  atomicMax_block(&own, i);
  atomicAdd(&w[0], 1ull << (i % 40));
  atomicMin(&w[1], (1ull << 50) - i);
  atomicXor(&w[2], static_cast<unsigned long long>(i) << 20);
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(&v[9], own);
  }
}

int main() {
  const unsigned n = 512;
  std::vector<unsigned> want = {~0u, 0, 0, 0, 0, 1000000, 0, 5, 0, 0};
  std::vector<unsigned long long> wide = {0, ~0ull, 1};
  unsigned* device_v = ToDevice(want);
  unsigned long long* device_w = ToDevice(wide);
  All<<<n / 128, 128>>>(device_v, device_w);
  CHECK(cudaGetLastError());
  want[0] = 0xff00ffu;
  want[1] = (1u << 20) - 1;
  want[6] = 77;
  want[7] = 6;
  want[8] = 2 * n;
  want[9] = 127 + 255 + 383 + 511;
  for (unsigned i = 0; i < n; ++i) {
    want[2] ^= i * 2654435761u;
    want[3] = want[3] >= 99u ? 0u : want[3] + 1;
    want[4] = want[4] == 0u || want[4] > 49u ? 49u : want[4] - 1;
    want[5] -= i;
    wide[0] += 1ull << (i % 40);
    wide[1] = (1ull << 50) - i;
    wide[2] ^= static_cast<unsigned long long>(i) << 20;
  }
  const std::vector<unsigned> got = ToHost(device_v, want.size());
  for (const unsigned value : got) {
    std::printf("%08x ", value);
  }
  std::printf("\n");
  return Compare(got, want) + Compare(ToHost(device_w, 3), wide);
}
