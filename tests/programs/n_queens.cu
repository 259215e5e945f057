// SPDX-License-Identifier: Apache-2.0
// Teaches local arrays: each thread searches part of the n-queens tree with its own stack.

#include "program.cuh"

constexpr int kN = 7;

__host__ __device__ int Count(int first, int second) {
  int columns[kN] = {first, second};
  int row = 1;
  int count = 0;
  while (row >= 1) {
    bool safe = columns[row] < kN;
    for (int i = 0; safe && i < row; ++i) {
      const int distance = columns[row] - columns[i];
      safe = distance != 0 && distance != row - i && distance != i - row;
    }
    if (safe && row == kN - 1) {
      ++count;
    }
    if (safe && row < kN - 1) {
      columns[++row] = 0;
      continue;
    }
    while (row >= 1 && (row == 1 || ++columns[row] >= kN)) {
      --row;  // back to the row before; the second row never moves
    }
  }
  return count;
}

__global__ void Search(int* counts) {
  const int i = threadIdx.x;
  if (i < kN * kN) {
    counts[i] = Count(i / kN, i % kN);
  }
}

int main() {
  std::vector<int> want(kN * kN);
  for (int i = 0; i < kN * kN; ++i) {
    want[i] = Count(i / kN, i % kN);
  }
  int* device_counts = ToDevice(std::vector<int>(kN * kN, -1));
  Search<<<1, 64>>>(device_counts);
  CHECK(cudaGetLastError());
  const std::vector<int> got = ToHost(device_counts, kN * kN);
  int sum = 0;
  for (const int count : got) {
    sum += count;
  }
  std::printf("%d queens: %d solutions\n", kN, sum);
  CHECK(cudaFree(device_counts));
  return sum == 40 ? Compare(got, want) : 1;
}
