// SPDX-License-Identifier: Apache-2.0
// Teaches a library's block collectives: cub::BlockScan and cub::BlockReduce.

#include <cub/cub.cuh>

#include "program.cuh"

constexpr int kBlock = 128;

__global__ void Scan(const int* in, int* out, int* totals) {
  using BlockScan = cub::BlockScan<int, kBlock>;
  using BlockReduce = cub::BlockReduce<int, kBlock>;
  __shared__ typename BlockScan::TempStorage scan_storage;
  __shared__ typename BlockReduce::TempStorage reduce_storage;
  const int i = blockIdx.x * kBlock + threadIdx.x;
  int before = 0;
  BlockScan(scan_storage).ExclusiveSum(in[i], before);
  const int total = BlockReduce(reduce_storage).Sum(in[i]);
  out[i] = before;
  if (threadIdx.x == 0) {
    totals[blockIdx.x] = total;
  }
}

int main() {
  const int n = 4 * kBlock;
  std::vector<int> in(n);
  std::vector<int> want(n);
  std::vector<int> want_totals(n / kBlock);
  for (int i = 0; i < n; ++i) {
    in[i] = i * 3 % 14 - 4;
    want[i] = want_totals[i / kBlock];
    want_totals[i / kBlock] += in[i];
  }
  int* device_in = ToDevice(in);
  int* device_out = ToDevice(in);
  int* device_totals = ToDevice(in);
  Scan<<<n / kBlock, kBlock>>>(device_in, device_out, device_totals);
  CHECK(cudaGetLastError());
  const std::vector<int> got = ToHost(device_out, n);
  std::printf("out[511] = %d\n", got[511]);
  return Compare(got, want) + Compare(ToHost(device_totals, n / kBlock), want_totals);
}
