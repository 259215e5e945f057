// SPDX-License-Identifier: Apache-2.0
// Teaches the Hillis-Steele inclusive scan of one block, with two buffers in shared memory.

#include "program.cuh"

constexpr int kBlock = 512;

__global__ void Scan(const int* in, int* out) {
  __shared__ int buffer[2][kBlock];
  const int t = threadIdx.x;
  const int base = blockIdx.x * kBlock;
  int from = 0;
  buffer[0][t] = in[base + t];
  __syncthreads();
  for (int offset = 1; offset < kBlock; offset *= 2) {
    buffer[1 - from][t] = buffer[from][t] + (t >= offset ? buffer[from][t - offset] : 0);
    from = 1 - from;
    __syncthreads();
  }
  out[base + t] = buffer[from][t];
}

int main() {
  const int n = 4 * kBlock;
  std::vector<int> in(n);
  std::vector<int> want(n);
  for (int i = 0; i < n; ++i) {
    in[i] = i % 11 - 3;
    want[i] = in[i] + (i % kBlock == 0 ? 0 : want[i - 1]);
  }
  int* device_in = ToDevice(in);
  int* device_out = nullptr;
  CHECK(cudaMalloc(&device_out, n * sizeof(int)));
  Scan<<<n / kBlock, kBlock>>>(device_in, device_out);
  CHECK(cudaGetLastError());
  const std::vector<int> got = ToHost(device_out, n);
  std::printf("out[511] = %d, out[2047] = %d\n", got[511], got[2047]);
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  return Compare(got, want);
}
