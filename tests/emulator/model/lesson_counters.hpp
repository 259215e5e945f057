// SPDX-License-Identifier: Apache-2.0
// Counters of the lesson's kernels as the observers count them, for the time model to judge.
#pragma once

#include <cstdint>
#include <string>

#include "harness/emulator/observe/counting.hpp"
#include "tests/emulator/observe/lesson.hpp"

namespace warpgrade::model::test {

using observe::test::Feeder;
using observe::test::Lesson;

inline constexpr std::uint64_t kSector = 32;

/// Counters of `kernel` on `lesson`; `shared_bytes` as the kernel declares.
template <typename Kernel>
KernelCounters counters_of(const Kernel& kernel, const Lesson& lesson,
                           std::uint64_t shared_bytes = 0) {
  const ptx::Module module = observe::test::module_of(observe::test::lesson_pcs);
  observe::CountingObserver counting;
  Feeder feeder(module, {&counting}, lesson.block);
  const Dim3 grid = kernel(feeder, lesson);
  KernelCounters result = counting.counters(module);
  result.launches = 1;
  result.grid = grid;
  result.block = lesson.block;
  result.static_shared_bytes = shared_bytes;
  // Every cell is read and written once, and about 20 instructions go with a request.
  const std::uint64_t sectors =
      (std::uint64_t{4} * lesson.rows * lesson.cols + kSector - 1) / kSector;
  result.traffic.unique_sectors_read = sectors;
  result.traffic.unique_sectors_written = sectors;
  result.traffic.warp_instructions = 20 * result.global_load.requests;
  return result;
}

inline KernelCounters copy(const Lesson& lesson) {
  return counters_of(observe::test::copy, lesson);
}
inline KernelCounters naive_store(const Lesson& lesson) {
  return counters_of(observe::test::naive_store, lesson);
}
inline KernelCounters naive_load(const Lesson& lesson) {
  return counters_of(observe::test::naive_load, lesson);
}
inline KernelCounters tiled(const Lesson& lesson) {
  const auto kernel = [](Feeder& feeder, const Lesson& k) {
    return observe::test::tiled(feeder, k);
  };
  return counters_of(kernel, lesson, std::uint64_t{4} * lesson.edge * lesson.pitch);
}

inline Lesson lesson(std::uint32_t rows, std::uint32_t cols, std::uint32_t pitch = 32) {
  return {rows, cols, 32, {32, 8, 1}, pitch};
}
inline Lesson tile_16(std::uint32_t rows, std::uint32_t cols) {
  return {rows, cols, 16, {16, 16, 1}, 16};
}

}  // namespace warpgrade::model::test
