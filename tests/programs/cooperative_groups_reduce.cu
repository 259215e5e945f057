// SPDX-License-Identifier: Apache-2.0
// Teaches the group algorithms: cg::reduce over a warp tile, and a coalesced group of a branch.

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <cstdio>
#include <cstdlib>
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

namespace cg = cooperative_groups;

__global__ void Reduce(const int* in, int* sums, int* highs, int* selected) {
  const cg::thread_block block = cg::this_thread_block();
  const cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  const int i = blockIdx.x * blockDim.x + block.thread_rank();
  const int sum = cg::reduce(warp, in[i], cg::plus<int>());
  const int high = cg::reduce(warp, in[i], cg::greater<int>());
  if (warp.thread_rank() == 0) {
    sums[i / 32] = sum;
    highs[i / 32] = high;
  }
  if (in[i] % 2 == 1) {
    const cg::coalesced_group odd = cg::coalesced_threads();
    if (odd.thread_rank() == 0) {
      atomicAdd(selected, int(odd.size()));
    }
  }
}

int main() {
  const int n = 512;
  std::vector<int> in(n);
  std::vector<int> want_sums(n / 32);
  std::vector<int> want_highs(n / 32);
  int want_odd = 0;
  for (int i = 0; i < n; ++i) {
    in[i] = i * 19 % 83;
    want_sums[i / 32] += in[i];
    want_highs[i / 32] = in[i] > want_highs[i / 32] ? in[i] : want_highs[i / 32];
    want_odd += in[i] % 2;
  }
  int* device_in = ToDevice(in);
  int* device_sums = ToDevice(std::vector<int>(n / 32, -1));
  int* device_highs = ToDevice(std::vector<int>(n / 32, -1));
  int* device_odd = ToDevice(std::vector<int>{0});
  Reduce<<<n / 128, 128>>>(device_in, device_sums, device_highs, device_odd);
  CHECK(cudaGetLastError());
  const std::vector<int> sums = ToHost(device_sums, n / 32);
  const std::vector<int> odd = ToHost(device_odd, 1);
  std::printf("warp 15: %d, odd: %d\n", sums[15], odd[0]);
  return Compare(sums, want_sums) + Compare(ToHost(device_highs, n / 32), want_highs) +
         Compare(odd, {want_odd});
}
