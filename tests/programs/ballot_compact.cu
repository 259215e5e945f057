// SPDX-License-Identifier: Apache-2.0
// Teaches stream compaction: __ballot_sync and __popc give each kept element its place in the warp.

#include <algorithm>

#include "program.cuh"

__global__ void Compact(int n, const int* in, int* out, int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int lane = threadIdx.x % 32;
  const int value = i < n ? in[i] : 0;
  const bool keep = i < n && value % 3 == 0;
  const unsigned kept = __ballot_sync(0xffffffffu, keep);
  int base = 0;
  if (lane == 0) {
    base = atomicAdd(count, __popc(kept));
  }
  base = __shfl_sync(0xffffffffu, base, 0);
  if (keep) {
    out[base + __popc(kept & ((1u << lane) - 1))] = value;
  }
}

int main() {
  const int n = 5000;
  std::vector<int> in(n);
  std::vector<int> want;
  for (int i = 0; i < n; ++i) {
    in[i] = i * 7919 % 10007;
    if (in[i] % 3 == 0) {
      want.push_back(in[i]);
    }
  }
  int* device_in = ToDevice(in);
  int* device_out = ToDevice(in);
  int* device_count = ToDevice(std::vector<int>{0});
  Compact<<<(n + 127) / 128, 128>>>(n, device_in, device_out, device_count);
  CHECK(cudaGetLastError());
  const size_t count = ToHost(device_count, 1)[0];
  std::printf("kept %zu of %d\n", count, n);
  if (count != want.size()) {
    std::printf("want %zu\n", want.size());
    return 1;
  }
  // The warps came in any order.
  std::vector<int> got = ToHost(device_out, count);
  std::sort(got.begin(), got.end());
  std::sort(want.begin(), want.end());
  return Compare(got, want);
}
