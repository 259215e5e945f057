// SPDX-License-Identifier: Apache-2.0
// Teaches a cooperative launch: the whole grid waits between the steps of one kernel.

#include <cooperative_groups.h>

#include "program.cuh"

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
