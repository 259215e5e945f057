// SPDX-License-Identifier: Apache-2.0
// Teaches a wavefront: a block computes the edit distance of two strings diagonal by diagonal.

#include <algorithm>
#include <string>

#include "program.cuh"

constexpr int kSize = 64;

__global__ void Distance(const char* a, const char* b, int* table) {
  const int i = threadIdx.x;
  for (int diagonal = 0; diagonal <= 2 * kSize; ++diagonal) {
    const int j = diagonal - i;
    if (i <= kSize && j >= 0 && j <= kSize) {
      int best = i == 0 ? j : i;
      if (i > 0 && j > 0) {
        const int* const above = table + (i - 1) * (kSize + 1);
        best = min(above[j], table[i * (kSize + 1) + j - 1]) + 1;
        best = min(best, above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1));
      }
      table[i * (kSize + 1) + j] = best;
    }
    __syncthreads();
  }
}

int main() {
  std::string a;
  std::string b;
  for (int i = 0; i < kSize; ++i) {
    a.push_back("ACGT"[i * i % 7 % 4]);
    b.push_back("ACGT"[(i * i + i / 9) % 7 % 4]);
  }
  const int width = kSize + 1;
  std::vector<int> want(width * width);
  for (int i = 0; i < width; ++i) {
    for (int j = 0; j < width; ++j) {
      int best = std::max(i, j);
      if (i > 0 && j > 0) {
        best = std::min(want[(i - 1) * width + j], want[i * width + j - 1]) + 1;
        const int change = a[i - 1] == b[j - 1] ? 0 : 1;
        best = std::min(best, want[(i - 1) * width + j - 1] + change);
      }
      want[i * width + j] = best;
    }
  }
  char* device_a = ToDevice(std::vector<char>(a.begin(), a.end()));
  char* device_b = ToDevice(std::vector<char>(b.begin(), b.end()));
  int* device_table = ToDevice(std::vector<int>(width * width, -1));
  Distance<<<1, 96>>>(device_a, device_b, device_table);
  CHECK(cudaGetLastError());
  const std::vector<int> got = ToHost(device_table, width * width);
  std::printf("%s\n%s\ndistance %d\n", a.c_str(), b.c_str(), got.back());
  return Compare(got, want);
}
