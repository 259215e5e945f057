// SPDX-License-Identifier: Apache-2.0
// Teaches the four shuffles: broadcast, up, down and butterfly, also within a width of 8 lanes.

#include "program.cuh"

constexpr unsigned kAll = 0xffffffffu;

__global__ void Shuffle(int* out) {
  const int lane = threadIdx.x;
  const int value = lane * lane + 1;
  out[lane] = __shfl_sync(kAll, value, 5);
  out[32 + lane] = __shfl_up_sync(kAll, value, 3);
  out[64 + lane] = __shfl_down_sync(kAll, value, 3);
  out[96 + lane] = __shfl_xor_sync(kAll, value, 9);
  out[128 + lane] = __shfl_sync(kAll, value, 2, 8);
  out[160 + lane] = __shfl_up_sync(kAll, value, 2, 8);
  out[192 + lane] = __shfl_down_sync(kAll, value, 2, 8);
  out[224 + lane] = int(__shfl_xor_sync(kAll, 0.5 * value, 4, 8) * 2.0);
}

int main() {
  std::vector<int> want;
  const auto add = [&want](int lane) { want.push_back(lane * lane + 1); };
  for (int i = 0; i < 32; ++i) {
    add(5);
  }
  for (int i = 0; i < 32; ++i) {
    add(i < 3 ? i : i - 3);
  }
  for (int i = 0; i < 32; ++i) {
    add(i + 3 < 32 ? i + 3 : i);
  }
  for (int i = 0; i < 32; ++i) {
    add(i ^ 9);
  }
  for (int i = 0; i < 32; ++i) {
    add(i / 8 * 8 + 2);
  }
  for (int i = 0; i < 32; ++i) {
    add(i % 8 < 2 ? i : i - 2);
  }
  for (int i = 0; i < 32; ++i) {
    add(i % 8 + 2 < 8 ? i + 2 : i);
  }
  for (int i = 0; i < 32; ++i) {
    add(i ^ 4);
  }
  int* device_out = ToDevice(std::vector<int>(want.size(), 0));
  Shuffle<<<1, 32>>>(device_out);
  CHECK(cudaGetLastError());
  const std::vector<int> got = ToHost(device_out, want.size());
  for (int i = 0; i < 8; ++i) {
    std::printf("lane 7, shuffle %d: %d\n", i, got[i * 32 + 7]);
  }
  CHECK(cudaFree(device_out));
  return Compare(got, want);
}
