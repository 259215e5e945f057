// SPDX-License-Identifier: Apache-2.0
// Every integer that Nsight Compute counted on an H200 for the lesson's kernels, as these rules
// count it.
#include <gtest/gtest.h>

#include <ostream>

#include "harness/emulator/observe/counting.hpp"
#include "tests/emulator/observe/lesson.hpp"

namespace warpgrade::observe::test {
namespace {

using Kernel = Dim3 (*)(Feeder&, const Lesson&);
Dim3 tiled_kernel(Feeder& feeder, const Lesson& lesson) { return tiled(feeder, lesson); }

/// A row of the reference tables: requests, sectors, and for shared memory requests and wavefronts.
struct Reference {
  const char* name;
  Kernel kernel;
  Lesson lesson;
  std::uint64_t load_requests, load_sectors, store_requests, store_sectors;
  std::uint64_t shared_load_requests, shared_load_wavefronts;
  std::uint64_t shared_store_requests, shared_store_wavefronts;
};

std::ostream& operator<<(std::ostream& out, const Reference& row) { return out << row.name; }

constexpr Lesson lesson(std::uint32_t rows, std::uint32_t cols, std::uint32_t pitch = 32) {
  return {rows, cols, 32, {32, 8, 1}, pitch};
}
constexpr Lesson small_tile(std::uint32_t rows, std::uint32_t cols) {
  return {rows, cols, 16, {16, 16, 1}, 16};
}

// The last column of tiles of tile_16 has three lanes a row, so two wavefronts.
// "tiled, dynamic" asks for the same addresses as "tiled": one row stands for both.
constexpr std::uint64_t kTiledLoads = 189'063;
constexpr std::uint64_t kTiledStores = 188'282;
const Reference kReference[] = {
    {"copy", copy, lesson(2003, 3001), 188'282, 916'064, 188'282, 916'064, 0, 0, 0, 0},
    {"naive_store", naive_store, lesson(2003, 3001), 188'282, 916'064, 188'282, 6'011'003, 0, 0, 0,
     0},
    {"naive_load", naive_load, lesson(2003, 3001), 189'063, 6'011'003, 189'063, 916'751, 0, 0, 0,
     0},
    {"tiled", tiled_kernel, lesson(2003, 3001), 188'282, 916'064, 189'063, 916'751, kTiledLoads,
     6'199'285 - kTiledStores, kTiledStores, kTiledStores},
    {"padded", tiled_kernel, lesson(2003, 3001, 33), 188'282, 916'064, 189'063, 916'751,
     kTiledLoads, kTiledLoads, kTiledStores, kTiledStores},
    {"tile_16", tiled_kernel, small_tile(2003, 3001), 188'376, 1'080'752, 189'126, 1'082'126,
     189'126, 8 * 125 * 1501 + 2 * 1501, 188'376, 188'376},
    {"small_copy", copy, lesson(31, 33), 62, 182, 62, 182, 0, 0, 0, 0},
    {"small_naive_store", naive_store, lesson(31, 33), 62, 182, 62, 1'023, 0, 0, 0, 0},
    {"small_naive_load", naive_load, lesson(31, 33), 33, 1'023, 33, 156, 0, 0, 0, 0},
    {"small_tiled", tiled_kernel, lesson(31, 33), 62, 182, 33, 156, 33, 1'023, 62, 62},
    {"small_padded", tiled_kernel, lesson(31, 33, 33), 62, 182, 33, 156, 33, 33, 62, 62},
    {"small_tile_16", tiled_kernel, small_tile(31, 33), 48, 209, 34, 184, 34, 272, 48, 48},
};

class ReferenceTest : public testing::TestWithParam<Reference> {};

TEST_P(ReferenceTest, counts_what_nsight_compute_counted) {
  const Reference& row = GetParam();
  const ptx::Module module = module_of(lesson_pcs);
  CountingObserver counting;
  Feeder feeder(module, {&counting}, row.lesson.block);
  row.kernel(feeder, row.lesson);
  const KernelCounters c = counting.counters(module);

  EXPECT_EQ(c.global_load.requests, row.load_requests);
  EXPECT_EQ(c.global_load.sectors, row.load_sectors);
  EXPECT_EQ(c.global_store.requests, row.store_requests);
  EXPECT_EQ(c.global_store.sectors, row.store_sectors);
  EXPECT_EQ(c.shared_load.requests, row.shared_load_requests);
  EXPECT_EQ(c.shared_load.wavefronts, row.shared_load_wavefronts);
  EXPECT_EQ(c.shared_load.wavefronts_ideal, row.shared_load_requests);
  EXPECT_EQ(c.shared_store.requests, row.shared_store_requests);
  EXPECT_EQ(c.shared_store.wavefronts, row.shared_store_wavefronts);
  EXPECT_EQ(c.shared_store.wavefronts_ideal, row.shared_store_requests);
  const std::uint64_t cells = std::uint64_t{row.lesson.rows} * row.lesson.cols;
  EXPECT_EQ(c.global_load.bytes, 4 * cells);
  EXPECT_EQ(c.global_store.bytes, 4 * cells);
}

INSTANTIATE_TEST_SUITE_P(Kernels, ReferenceTest, testing::ValuesIn(kReference),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(ReferenceTest, unpadded_tile_has_the_wavefronts_of_the_source_page) {
  const ptx::Module module = module_of(lesson_pcs);
  CountingObserver counting;
  Feeder feeder(module, {&counting});
  tiled(feeder, lesson(2003, 3001));
  const KernelCounters c = counting.counters(module);
  EXPECT_EQ(c.shared_load.wavefronts + c.shared_store.wavefronts, 6'199'285u);
  EXPECT_EQ(c.shared_load.wavefronts_ideal + c.shared_store.wavefronts_ideal, 377'345u);
}

}  // namespace
}  // namespace warpgrade::observe::test
