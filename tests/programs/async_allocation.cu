// SPDX-License-Identifier: Apache-2.0
// Teaches stream-ordered memory: cudaMallocAsync and cudaFreeAsync, and a host function.

#include "program.cuh"

__global__ void Iota(int n, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = 2 * i + 1;
  }
}

void CUDART_CB Sum(void* data) {
  auto* const values = static_cast<std::vector<int>*>(data);
  long long sum = 0;
  for (const int value : *values) {
    sum += value;
  }
  std::printf("the host function sums %lld\n", sum);
}

int main() {
  const int n = 1000;
  std::vector<int> got(n);
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  int* out = nullptr;
  CHECK(cudaMallocAsync(&out, n * sizeof(int), stream));
  CHECK(cudaMemsetAsync(out, 0, n * sizeof(int), stream));
  Iota<<<(n + 127) / 128, 128, 0, stream>>>(n, out);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpyAsync(got.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost, stream));
  CHECK(cudaLaunchHostFunc(stream, Sum, &got));
  CHECK(cudaFreeAsync(out, stream));
  CHECK(cudaStreamSynchronize(stream));
  CHECK(cudaStreamDestroy(stream));
  for (int i = 0; i < n; ++i) {
    if (got[i] != 2 * i + 1) {
      std::printf("differs at %d: got %d\n", i, got[i]);
      return 1;
    }
  }
  std::printf("ok\n");
  return 0;
}
