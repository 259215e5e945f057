// SPDX-License-Identifier: Apache-2.0
// Teaches shortest paths between all pairs: one small launch for each intermediate node.

#include <algorithm>

#include "program.cuh"

constexpr int kNodes = 40;
constexpr int kFar = 1 << 20;

__global__ void Through(int k, int* distances) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= kNodes || column >= kNodes || row == k || column == k) {
    return;
  }
  const int through = distances[row * kNodes + k] + distances[k * kNodes + column];
  if (through < distances[row * kNodes + column]) {
    distances[row * kNodes + column] = through;
  }
}

int main() {
  std::vector<int> want(kNodes * kNodes, kFar);
  for (int i = 0; i < kNodes; ++i) {
    want[i * kNodes + i] = 0;
    want[i * kNodes + (i * 3 + 1) % kNodes] = 5 + i % 4;
    want[i * kNodes + (i + 1) % kNodes] = 9;
  }
  int* device = ToDevice(want);
  for (int k = 0; k < kNodes; ++k) {
    Through<<<dim3(3, 5), dim3(16, 8)>>>(k, device);
    CHECK(cudaGetLastError());
    for (int i = 0; i < kNodes * kNodes; ++i) {
      const int through = want[i / kNodes * kNodes + k] + want[k * kNodes + i % kNodes];
      want[i] = std::min(want[i], through);
    }
  }
  const std::vector<int> got = ToHost(device, want.size());
  std::printf("from 0 to 39: %d, from 39 to 2: %d\n", got[39], got[39 * kNodes + 2]);
  CHECK(cudaFree(device));
  return Compare(got, want);
}
