// SPDX-License-Identifier: Apache-2.0
// Teaches three transposes: naive, through a shared tile, and a tile padded against bank conflicts.

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

constexpr int kTile = 32;
constexpr int kRowsOfThreads = 8;
constexpr int kWidth = 96;
constexpr int kHeight = 64;

__global__ void Naive(const int* in, int* out) {
  const int x = blockIdx.x * kTile + threadIdx.x;
  for (int y = blockIdx.y * kTile + threadIdx.y; y < (blockIdx.y + 1) * kTile;
       y += kRowsOfThreads) {
    out[x * kHeight + y] = in[y * kWidth + x];
  }
}

template <int kPad>
__global__ void Tiled(const int* in, int* out) {
  __shared__ int tile[kTile][kTile + kPad];
  const int x = blockIdx.x * kTile;
  const int y = blockIdx.y * kTile;
  for (int i = threadIdx.y; i < kTile; i += kRowsOfThreads) {
    tile[i][threadIdx.x] = in[(y + i) * kWidth + x + threadIdx.x];
  }
  __syncthreads();
  for (int i = threadIdx.y; i < kTile; i += kRowsOfThreads) {
    out[(x + i) * kHeight + y + threadIdx.x] = tile[threadIdx.x][i];
  }
}

int main() {
  const int n = kWidth * kHeight;
  std::vector<int> in(n);
  std::vector<int> want(n);
  for (int i = 0; i < n; ++i) {
    in[i] = i;
    want[i % kWidth * kHeight + i / kWidth] = i;
  }
  int* device_in = ToDevice(in);
  int* device_out = ToDevice(in);
  const dim3 grid(kWidth / kTile, kHeight / kTile);
  const dim3 block(kTile, kRowsOfThreads);
  int differences = 0;
  for (int variant = 0; variant < 3; ++variant) {
    CHECK(cudaMemset(device_out, 0xff, n * sizeof(int)));
    if (variant == 0) {
      Naive<<<grid, block>>>(device_in, device_out);
    } else if (variant == 1) {
      Tiled<0><<<grid, block>>>(device_in, device_out);
    } else {
      Tiled<1><<<grid, block>>>(device_in, device_out);
    }
    CHECK(cudaGetLastError());
    const std::vector<int> got = ToHost(device_out, n);
    std::printf("variant %d: out[1] = %d, ", variant, got[1]);
    differences += Compare(got, want);
  }
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  return differences;
}
