// SPDX-License-Identifier: Apache-2.0
// The harness's own device code. Names are plain C: own_kernels.cpp asks for them. Every kernel strides
// over its range with the whole grid, so any grid is right.
#include "harness/core/index_fill.hpp"
#include "harness/core/poison.hpp"
#include "harness/device/cuda/guard.hpp"

#include <cstdint>

namespace {

using u64 = unsigned long long;

__device__ u64 first_index() { return blockIdx.x * u64{blockDim.x} + threadIdx.x; }
__device__ u64 stride() { return u64{gridDim.x} * blockDim.x; }

/// Adds what each lane counted to *total, one atomic a warp.
__device__ void add(unsigned counted, u64* total) {
  for (int offset = 16; offset > 0; offset /= 2) {
    counted += __shfl_down_sync(0xffffffff, counted, offset);
  }
  if (threadIdx.x % 32 == 0 && counted > 0) atomicAdd(total, u64{counted});
}

}  // namespace

extern "C" __global__ void warpgrade_fill_index(std::uint32_t* to, warpgrade::IndexFill fill) {
  const auto cells = static_cast<u64>(fill.cells());
  for (u64 i = first_index(); i < cells; i += stride()) to[i] = fill.bits(static_cast<std::int64_t>(i));
}

// `rows` is the output's row length where it is transposed, and 0 where it is not.
extern "C" __global__ void warpgrade_count_wrong(const std::uint32_t* out, warpgrade::IndexFill fill,
                                                 std::uint32_t rows, u64* wrong) {
  const auto cells = static_cast<u64>(fill.cells());
  const auto cols = rows == 0 ? 0 : static_cast<std::uint32_t>(cells / rows);
  unsigned counted = 0;
  for (u64 i = first_index(); i < cells; i += stride()) {
    // Output cell (c, r) comes from input cell (r, c). There are at most 2^31 cells.
    const auto at = static_cast<std::uint32_t>(i);
    const auto from = rows == 0 ? at : at % rows * cols + at / rows;
    counted += out[i] != fill.bits(from) ? 1 : 0;
  }
  add(counted, wrong);
}

// How many words of two buffers differ.
extern "C" __global__ void warpgrade_count_changed(const std::uint32_t* before,
                                                   const std::uint32_t* now, u64 words, u64* changed) {
  unsigned counted = 0;
  for (u64 i = first_index(); i < words; i += stride()) counted += before[i] != now[i] ? 1 : 0;
  add(counted, changed);
}

// One block a zone: which of its bytes are not the poison any more.
extern "C" __global__ void warpgrade_check_guards(const warpgrade::device::cuda::GuardZone* zones,
                                                  warpgrade::device::cuda::GuardResult* results) {
  const auto zone = zones[blockIdx.x];
  auto& result = results[blockIdx.x];
  for (u64 i = threadIdx.x; i < zone.bytes; i += blockDim.x) {
    const u64 address = zone.address + i;
    const auto right = static_cast<std::uint8_t>(warpgrade::kOutputPoison >> (address % 4 * 8));
    if (*reinterpret_cast<const std::uint8_t*>(address) == right) continue;
    atomicAdd(&result.written, u64{1});
    atomicMin(&result.first, i);
    atomicMax(&result.last, i);
  }
}

// Fills all the dynamic shared memory that the block has.
extern "C" __global__ void warpgrade_poison_shared(std::uint32_t words) {
  extern __shared__ volatile std::uint32_t shared[];
  for (unsigned i = threadIdx.x; i < words; i += blockDim.x) shared[i] = warpgrade::kSharedPoison;
}

// Reads a buffer larger than the L2 cache, which then holds nothing else and nothing to write back.
extern "C" __global__ void warpgrade_read_through(const uint4* from, u64 count, std::uint32_t* sink) {
  std::uint32_t sum = 0;
  for (u64 i = first_index(); i < count; i += stride()) {
    const uint4 value = from[i];
    sum += value.x ^ value.y ^ value.z ^ value.w;
  }
  if (sum == 0x9e3779b9) *sink = sum;
}

// Spins for so many clocks; writes how many they were and how long they took by the global timer.
extern "C" __global__ void warpgrade_probe_clock(long long cycles, u64* result) {
  u64 start_ns = 0;
  u64 end_ns = 0;
  const long long start = clock64();
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start_ns));
  long long now = start;
  while (now - start < cycles) now = clock64();
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(end_ns));
  now = clock64();
  result[0] = static_cast<u64>(now - start);
  result[1] = end_ns - start_ns;
}
