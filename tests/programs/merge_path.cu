// SPDX-License-Identifier: Apache-2.0
// Teaches merge path: each thread finds its share of two sorted lists by binary search.

#include <algorithm>

#include "program.cuh"

constexpr int kPer = 8;

__global__ void Merge(const int* a, int a_count, const int* b, int b_count, int* out) {
  const int diagonal = min((blockIdx.x * blockDim.x + threadIdx.x) * kPer, a_count + b_count);
  int low = max(0, diagonal - b_count);
  int high = min(diagonal, a_count);
  while (low < high) {
    const int middle = (low + high) / 2;
    if (a[middle] <= b[diagonal - 1 - middle]) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  int i = low;
  int j = diagonal - low;
  for (int k = diagonal; k < min(diagonal + kPer, a_count + b_count); ++k) {
    const bool from_a = j >= b_count || (i < a_count && a[i] <= b[j]);
    out[k] = from_a ? a[i++] : b[j++];
  }
}

int main() {
  std::vector<int> a(1500);
  std::vector<int> b(2333);
  for (size_t i = 0; i < a.size(); ++i) {
    a[i] = int(i * i % 1009);
  }
  for (size_t i = 0; i < b.size(); ++i) {
    b[i] = int(i * 77 % 1511);
  }
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  const int n = int(a.size() + b.size());
  std::vector<int> want(n);
  std::merge(a.begin(), a.end(), b.begin(), b.end(), want.begin());
  int* device_a = ToDevice(a);
  int* device_b = ToDevice(b);
  int* device_out = ToDevice(std::vector<int>(n, -1));
  const int threads = (n + kPer - 1) / kPer;
  Merge<<<(threads + 127) / 128, 128>>>(device_a, int(a.size()), device_b, int(b.size()),
                                        device_out);
  CHECK(cudaGetLastError());
  const std::vector<int> got = ToHost(device_out, n);
  std::printf("%d ... %d ... %d\n", got[0], got[n / 2], got[n - 1]);
  return Compare(got, want);
}
