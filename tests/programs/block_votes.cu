// SPDX-License-Identifier: Apache-2.0
// Teaches votes: __syncthreads_count, _and and _or for a block; __any_sync and __all_sync a warp.

#include "program.cuh"

__global__ void Vote(const int* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int value = in[i];
  const int count = __syncthreads_count(value > 50);
  const int all = __syncthreads_and(value < 100);
  const int any = __syncthreads_or(value == 0);
  const int warp_any = __any_sync(0xffffffffu, value > 95);
  const int warp_all = __all_sync(0xffffffffu, value > 2);
  out[i] = count * 16 + (all != 0) * 8 + (any != 0) * 4 + (warp_any != 0) * 2 + (warp_all != 0);
}

int main() {
  const int block = 128;
  const int n = 6 * block;
  std::vector<int> in(n);
  std::vector<int> want(n);
  for (int i = 0; i < n; ++i) {
    in[i] = i * 7 % 103 + i / block;
  }
  for (int i = 0; i < n; ++i) {
    int count = 0;
    bool all = true;
    bool any = false;
    for (int k = i / block * block; k < (i / block + 1) * block; ++k) {
      count += in[k] > 50 ? 1 : 0;
      all = all && in[k] < 100;
      any = any || in[k] == 0;
    }
    bool warp_any = false;
    bool warp_all = true;
    for (int k = i / 32 * 32; k < (i / 32 + 1) * 32; ++k) {
      warp_any = warp_any || in[k] > 95;
      warp_all = warp_all && in[k] > 2;
    }
    want[i] = count * 16 + all * 8 + any * 4 + warp_any * 2 + warp_all;
  }
  int* device_in = ToDevice(in);
  int* device_out = ToDevice(in);
  Vote<<<n / block, block>>>(device_in, device_out);
  CHECK(cudaGetLastError());
  const std::vector<int> got = ToHost(device_out, n);
  std::printf("out[0] = %d, out[767] = %d\n", got[0], got[767]);
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  return Compare(got, want);
}
