// SPDX-License-Identifier: Apache-2.0
// Teaches a grid-stride loop whose threads add their sums, minima and maxima atomically.

#include <algorithm>

#include "program.cuh"

__global__ void Reduce(int n, const int* in, unsigned long long* sum, int* bounds) {
  unsigned long long own = 0;
  int low = in[0];
  int high = in[0];
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    own += in[i];
    low = min(low, in[i]);
    high = max(high, in[i]);
  }
  atomicAdd(sum, own);
  atomicMin(&bounds[0], low);
  atomicMax(&bounds[1], high);
}

int main() {
  const int n = 20000;
  std::vector<int> in(n);
  unsigned long long want_sum = 0;
  for (int i = 0; i < n; ++i) {
    in[i] = int(i * 2654435761u >> 2) + 5;
    want_sum += in[i];
  }
  const std::vector<int> want = {*std::min_element(in.begin(), in.end()),
                                 *std::max_element(in.begin(), in.end())};
  int* device_in = ToDevice(in);
  unsigned long long* device_sum = ToDevice(std::vector<unsigned long long>{0});
  int* device_bounds = ToDevice(std::vector<int>{in[0], in[0]});
  Reduce<<<8, 128>>>(n, device_in, device_sum, device_bounds);
  CHECK(cudaGetLastError());
  const unsigned long long sum = ToHost(device_sum, 1)[0];
  const std::vector<int> got = ToHost(device_bounds, 2);
  std::printf("sum = %llu, min = %d, max = %d\n", sum, got[0], got[1]);
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_sum));
  CHECK(cudaFree(device_bounds));
  if (sum != want_sum) {
    std::printf("the sum differs: want %llu\n", want_sum);
    return 1;
  }
  return Compare(got, want);
}
