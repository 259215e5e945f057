// SPDX-License-Identifier: Apache-2.0
// The same rows without shared memory: what the detour through it is compared with.
#include <cuda_runtime.h>

#include <cstddef>

namespace {

constexpr unsigned kThreads = 32;
constexpr unsigned kRows = 6;

__global__ void move_row(const float* __restrict__ in, float* __restrict__ out, std::size_t cols,
                         bool same) {
  const std::size_t col = blockIdx.x * std::size_t{kThreads} + threadIdx.x;
  if (col < cols) out[col] = in[same ? 0 : col];
}

}  // namespace

extern "C" void solve(const float* in, float* out, std::size_t cols) {
  const auto blocks = static_cast<unsigned>((cols + kThreads - 1) / kThreads);
  for (unsigned row = 0; row < kRows; ++row) {
    move_row<<<blocks, kThreads>>>(in + row * cols, out + row * cols, cols, row == 0);
  }
}
