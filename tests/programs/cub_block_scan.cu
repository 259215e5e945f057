// SPDX-License-Identifier: Apache-2.0
// Teaches a library's block collectives: cub::BlockScan and cub::BlockReduce.

#include <cstdio>
#include <cstdlib>
#include <cub/cub.cuh>
#include <vector>

#define CHECK(call)                                                         \
  do {                                                                      \
    const cudaError_t status = (call);                                      \
    if (status != cudaSuccess) {                                            \
      std::printf("line %d: %s\n", __LINE__, cudaGetErrorString(status));   \
      std::exit(1);                                                         \
    }                                                                       \
  } while (false)

template <typename T>
T* ToDevice(const std::vector<T>& host) {
  T* device = nullptr;
  CHECK(cudaMalloc(&device, host.size() * sizeof(T)));
  CHECK(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
  return device;
}

template <typename T>
std::vector<T> ToHost(const T* device, size_t count) {
  std::vector<T> host(count);
  CHECK(cudaMemcpy(host.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost));
  return host;
}

template <typename T>
int Compare(const std::vector<T>& got, const std::vector<T>& want) {
  for (size_t i = 0; i < want.size(); ++i) {
    if (got[i] != want[i]) {
      std::printf("differs at %zu: got %g, want %g\n", i, double(got[i]), double(want[i]));
      return 1;
    }
  }
  std::printf("ok\n");
  return 0;
}

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
