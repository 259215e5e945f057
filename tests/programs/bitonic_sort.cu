// SPDX-License-Identifier: Apache-2.0
// Teaches bitonic sort: in shared memory within a block, in global memory across blocks.

#include <algorithm>

#include "program.cuh"

constexpr int kBlock = 256;

__device__ void Order(int& a, int& b, bool ascending) {
  if ((a > b) == ascending) {
    const int t = a;
    a = b;
    b = t;
  }
}

__global__ void GlobalStep(int* data, int size, int stride) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if ((i & stride) == 0) {
    Order(data[i], data[i + stride], (i & size) == 0);
  }
}

__global__ void SharedSteps(int* data, int first_size, int last_size) {
  __shared__ int own[kBlock];
  const int t = threadIdx.x;
  const int i = blockIdx.x * kBlock + t;
  own[t] = data[i];
  __syncthreads();
  for (int size = first_size; size <= last_size; size *= 2) {
    for (int stride = min(size, kBlock) / 2; stride > 0; stride /= 2) {
      if ((t & stride) == 0) {
        Order(own[t], own[t + stride], (i & size) == 0);
      }
      __syncthreads();
    }
  }
  data[i] = own[t];
}

int main() {
  const int n = 2048;
  std::vector<int> want(n);
  for (int i = 0; i < n; ++i) {
    want[i] = int(i * 2654435761u % 10007u);
  }
  int* data = ToDevice(want);
  SharedSteps<<<n / kBlock, kBlock>>>(data, 2, kBlock);
  CHECK(cudaGetLastError());
  for (int size = 2 * kBlock; size <= n; size *= 2) {
    for (int stride = size / 2; stride >= kBlock; stride /= 2) {
      GlobalStep<<<n / kBlock, kBlock>>>(data, size, stride);
      CHECK(cudaGetLastError());
    }
    SharedSteps<<<n / kBlock, kBlock>>>(data, size, size);
    CHECK(cudaGetLastError());
  }
  std::sort(want.begin(), want.end());
  const std::vector<int> got = ToHost(data, n);
  std::printf("%d %d ... %d\n", got[0], got[1], got[n - 1]);
  CHECK(cudaFree(data));
  return Compare(got, want);
}
