// SPDX-License-Identifier: Apache-2.0
// Teaches pitched memory: cudaMallocPitch, cudaMemcpy2D and rows that do not follow each other.

#include "program.cuh"

constexpr int kWidth = 45;
constexpr int kHeight = 20;

__global__ void Add(const int* in, int* out, size_t in_pitch, size_t out_pitch) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < kWidth && y < kHeight) {
    const char* const from = reinterpret_cast<const char*>(in) + y * in_pitch;
    char* const to = reinterpret_cast<char*>(out) + y * out_pitch;
    reinterpret_cast<int*>(to)[x] = reinterpret_cast<const int*>(from)[x] + y;
  }
}

int main() {
  const size_t row = kWidth * sizeof(int);
  std::vector<int> in(kWidth * kHeight);
  std::vector<int> got(kWidth * kHeight);
  for (int i = 0; i < kWidth * kHeight; ++i) {
    in[i] = i;
  }
  int* device_in = nullptr;
  int* device_out = nullptr;
  size_t in_pitch = 0;
  size_t out_pitch = 0;
  CHECK(cudaMallocPitch(&device_in, &in_pitch, row, kHeight));
  CHECK(cudaMallocPitch(&device_out, &out_pitch, row, kHeight));
  CHECK(cudaMemset2D(device_out, out_pitch, 0, row, kHeight));
  CHECK(cudaMemcpy2D(device_in, in_pitch, in.data(), row, row, kHeight, cudaMemcpyHostToDevice));
  Add<<<dim3(2, 3), dim3(32, 8)>>>(device_in, device_out, in_pitch, out_pitch);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy2D(got.data(), row, device_out, out_pitch, row, kHeight,
                     cudaMemcpyDeviceToHost));
  std::printf("a pitch is %s\n", in_pitch >= row && in_pitch % 32 == 0 ? "aligned" : "wrong");
  for (int i = 0; i < kWidth * kHeight; ++i) {
    if (got[i] != i + i / kWidth) {
      std::printf("differs at %d: got %d\n", i, got[i]);
      return 1;
    }
  }
  std::printf("out[899] = %d\nok\n", got.back());
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  return 0;
}
