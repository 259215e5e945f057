// SPDX-License-Identifier: Apache-2.0
// Teaches a cooperative launch: the whole grid waits between the steps of one kernel.

#include <cooperative_groups.h>

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

__global__ void Diffuse(int n, int steps, int* front, int* back) {
  const cg::grid_group grid = cg::this_grid();
  const int i = grid.thread_rank();
  for (int step = 0; step < steps; ++step) {
    if (i < n) {
      back[i] = front[(i + n - 1) % n] + front[(i + 1) % n] - front[i];
    }
    grid.sync();
    int* const swap = front;
    front = back;
    back = swap;
  }
}

int main() {
  int n = 1000;
  int steps = 6;
  std::vector<int> want(n);
  for (int i = 0; i < n; ++i) {
    want[i] = i * 7 % 15;
  }
  int* front = ToDevice(want);
  int* back = ToDevice(want);
  void* arguments[] = {&n, &steps, &front, &back};
  CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<void*>(Diffuse), dim3(8), dim3(128),
                                    arguments, 0, nullptr));
  CHECK(cudaDeviceSynchronize());
  for (int step = 0; step < steps; ++step) {
    const std::vector<int> last = want;
    for (int i = 0; i < n; ++i) {
      want[i] = last[(i + n - 1) % n] + last[(i + 1) % n] - last[i];
    }
  }
  const std::vector<int> got = ToHost(front, n);
  std::printf("out[0] = %d, out[999] = %d\n", got[0], got[999]);
  CHECK(cudaFree(front));
  CHECK(cudaFree(back));
  return Compare(got, want);
}
