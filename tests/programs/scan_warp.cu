// SPDX-License-Identifier: Apache-2.0
// Teaches a block scan from warp scans: __shfl_up_sync in each warp, then over the warps' sums.

#include "program.cuh"

constexpr int kBlock = 1024;
constexpr unsigned kAll = 0xffffffffu;

__device__ int WarpScan(int value) {
  const int lane = threadIdx.x % 32;
  for (int offset = 1; offset < 32; offset *= 2) {
    const int other = __shfl_up_sync(kAll, value, offset);
    value += lane >= offset ? other : 0;
  }
  return value;
}

__global__ void Scan(const int* in, int* out) {
  __shared__ int sums[kBlock / 32];
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const int lane = threadIdx.x % 32;
  const int warp = threadIdx.x / 32;
  const int scanned = WarpScan(in[i]);
  if (lane == 31) {
    sums[warp] = scanned;
  }
  __syncthreads();
  if (warp == 0) {
    sums[lane] = WarpScan(sums[lane]);
  }
  __syncthreads();
  out[i] = scanned + (warp > 0 ? sums[warp - 1] : 0);
}

int main() {
  const int n = 3 * kBlock;
  std::vector<int> in(n);
  std::vector<int> want(n);
  for (int i = 0; i < n; ++i) {
    in[i] = i * 5 % 21 - 8;
    want[i] = in[i] + (i % kBlock == 0 ? 0 : want[i - 1]);
  }
  int* device_in = ToDevice(in);
  int* device_out = ToDevice(in);
  Scan<<<3, kBlock>>>(device_in, device_out);
  CHECK(cudaGetLastError());
  const std::vector<int> got = ToHost(device_out, n);
  std::printf("out[1023] = %d, out[3071] = %d\n", got[1023], got[3071]);
  return Compare(got, want);
}
