// SPDX-License-Identifier: Apache-2.0
// Teaches what <<<>>> stands for: cudaLaunchKernel, cudaLaunchKernelEx, a stream with a priority.

#include "program.cuh"

struct Pair {
  short a;
  double b;
};

__global__ void Store(char offset, Pair pair, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] += int(pair.b * i) + pair.a + offset;
}

int main() {
  const int n = 128;
  char offset = -3;
  Pair pair = {1000, 2.5};
  int* out = ToDevice(std::vector<int>(n, 0));
  int least = 0;
  int greatest = 0;
  cudaStream_t stream;
  CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  CHECK(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, greatest));
  void* arguments[] = {&offset, &pair, &out};
  CHECK(cudaLaunchKernel(reinterpret_cast<const void*>(Store), dim3(2), dim3(64), arguments, 0,
                         stream));
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(4);
  config.blockDim = dim3(32);
  config.stream = stream;
  CHECK(cudaLaunchKernelEx(&config, Store, offset, pair, out));
  CHECK(cudaStreamSynchronize(stream));
  CHECK(cudaStreamDestroy(stream));
  std::vector<int> want(n);
  for (int i = 0; i < n; ++i) {
    want[i] = 2 * (int(2.5 * i) + 997);
  }
  const std::vector<int> got = ToHost(out, n);
  std::printf("out[127] = %d\n", got[127]);
  CHECK(cudaFree(out));
  return Compare(got, want);
}
