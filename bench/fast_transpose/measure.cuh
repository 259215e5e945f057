// SPDX-License-Identifier: Apache-2.0
// What bench.cu measures with: buffers, checks of every cell on the device, medians of flushed
// launches.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <vector>

#define CUDA_CHECK(call) check((call), #call, __FILE__, __LINE__)

namespace bench {

constexpr std::size_t kFlushBytes = std::size_t{256} << 20;
constexpr int kGuard = 1024;  // Floats before and behind the output that nobody may touch.
constexpr std::uint32_t kPoison = 0xffffffffU;

struct Shape {
  std::size_t rows;
  std::size_t cols;
};

/// One launch on device pointers; returns where the result lies: `out`, except for PyTorch.
using Launch = std::function<const float*(const float* in, float* out, Shape)>;

struct Contender {
  std::string name;
  Launch launch;
  bool transposes = true;
};

inline void check(cudaError_t status, const char* call, const char* file, int line) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, cudaGetErrorString(status));
  std::exit(EXIT_FAILURE);
}

/// The bits of input cell i: finite, and equal for no two cells near one another.
__device__ inline std::uint32_t bits_of(std::size_t i) {
  return (static_cast<std::uint32_t>(i) * 2654435761U) & 0xbf7fffffU;
}

__device__ inline std::size_t first_index() {
  return blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
}

__device__ inline std::size_t stride() { return gridDim.x * std::size_t{blockDim.x}; }

static __global__ void fill_input(float* in, std::size_t n) {
  for (auto i = first_index(); i < n; i += stride()) in[i] = __uint_as_float(bits_of(i));
}

static __global__ void count_wrong(const float* out, Shape in, bool transposed,
                                   unsigned long long* wrong) {
  for (auto i = first_index(); i < in.rows * in.cols; i += stride()) {
    const auto from = transposed ? i % in.rows * in.cols + i / in.rows : i;
    if (__float_as_uint(out[i]) != bits_of(from)) atomicAdd(wrong, 1ULL);
  }
}

static __global__ void count_touched(const float* guard, unsigned long long* wrong) {
  if (__float_as_uint(guard[threadIdx.x]) != kPoison) atomicAdd(wrong, 1ULL);
}

// Reads, and does not write: dirty lines would be written back at the next kernel's expense.
static __global__ void flush_l2(const float4* other, std::size_t n, float* sink) {
  float sum = 0;
  for (auto i = first_index(); i < n; i += stride()) sum += other[i].x;
  if (sum == 1.25F) *sink = sum;  // Never: all zeros.
}

struct Buffers {
  float* in = nullptr;
  float* guarded = nullptr;
  float4* other = nullptr;
  unsigned long long* wrong = nullptr;

  [[nodiscard]] float* out() const { return guarded + kGuard; }
};

/// Buffers for matrices of up to `floats` cells, the input filled.
inline Buffers allocate(std::size_t floats) {
  Buffers b;
  CUDA_CHECK(cudaMalloc(&b.in, floats * sizeof(float)));
  CUDA_CHECK(cudaMalloc(&b.guarded, (floats + 2 * kGuard) * sizeof(float)));
  CUDA_CHECK(cudaMalloc(&b.other, kFlushBytes));
  CUDA_CHECK(cudaMalloc(&b.wrong, sizeof(*b.wrong)));
  CUDA_CHECK(cudaMemset(b.other, 0, kFlushBytes));
  fill_input<<<2048, 256>>>(b.in, floats);
  CUDA_CHECK(cudaGetLastError());
  return b;
}

/// Cells that `contender` gets wrong, or touches around its output. `offset` < 32 moves the output
/// by that many floats off its aligned place.
inline unsigned long long wrong_cells(const Contender& contender, const Buffers& b, Shape s,
                                      int offset = 0) {
  const auto cells = s.rows * s.cols;
  CUDA_CHECK(cudaMemset(b.guarded, 0xff, (cells + 2 * kGuard) * sizeof(float)));
  CUDA_CHECK(cudaMemset(b.wrong, 0, sizeof(*b.wrong)));
  float* const out = b.out() + offset;
  const float* const result = contender.launch(b.in, out, s);
  CUDA_CHECK(cudaGetLastError());
  count_wrong<<<2048, 256>>>(result, s, contender.transposes, b.wrong);
  count_touched<<<1, kGuard>>>(out - kGuard, b.wrong);
  count_touched<<<1, kGuard - 32>>>(out + cells, b.wrong);
  unsigned long long wrong = 0;
  CUDA_CHECK(cudaMemcpy(&wrong, b.wrong, sizeof(wrong), cudaMemcpyDeviceToHost));
  return wrong;
}

class Stopwatch {
 public:
  Stopwatch() {
    CUDA_CHECK(cudaEventCreate(&start_));
    CUDA_CHECK(cudaEventCreate(&stop_));
  }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;
  ~Stopwatch() {
    cudaEventDestroy(start_);
    cudaEventDestroy(stop_);
  }

  /// Microseconds of one launch that finds nothing of its matrices in L2.
  float flushed(const Launch& launch, const Buffers& b, Shape s) {
    flush_l2<<<1056, 256>>>(b.other, kFlushBytes / sizeof(float4), b.in);
    CUDA_CHECK(cudaEventRecord(start_));
    launch(b.in, b.out(), s);
    CUDA_CHECK(cudaEventRecord(stop_));
    CUDA_CHECK(cudaEventSynchronize(stop_));
    float milliseconds = 0;
    CUDA_CHECK(cudaEventElapsedTime(&milliseconds, start_, stop_));
    return milliseconds * 1000;
  }

 private:
  cudaEvent_t start_{};
  cudaEvent_t stop_{};
};

/// Median microseconds of each contender over `rounds` rounds, each in another random order.
inline std::vector<float> medians(const std::vector<Contender>& contenders, const Buffers& b,
                                  Shape s, int rounds, std::mt19937& random) {
  Stopwatch watch;
  std::vector<std::vector<float>> times(contenders.size());
  std::vector<std::size_t> order(contenders.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  for (int round = 0; round < rounds; ++round) {
    std::shuffle(order.begin(), order.end(), random);
    for (const auto i : order) times[i].push_back(watch.flushed(contenders[i].launch, b, s));
  }
  std::vector<float> result;
  for (auto& t : times) {
    std::nth_element(t.begin(), t.begin() + rounds / 2, t.end());
    result.push_back(t[rounds / 2]);
  }
  return result;
}

}  // namespace bench
