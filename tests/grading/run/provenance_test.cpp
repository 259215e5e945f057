// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/run/provenance.hpp"

#include <gtest/gtest.h>

namespace warpgrade::run {
namespace {

constexpr std::uint64_t kIn = 0x1000;
constexpr std::uint64_t kOut = 0x2000;
constexpr std::uint64_t kScratch = 0x3000;

Step kernel(std::uint64_t base, std::uint64_t words) {
  Step step;
  step.kind = Step::Kind::launch;
  step.touched = {{kIn, words, 0}, {base, 0, words}};
  return step;
}

Step copy(std::uint64_t to, std::uint64_t from, std::uint64_t words) {
  Step step;
  step.kind = Step::Kind::memory_copy;
  step.to = to;
  step.from = from;
  step.bytes = words * 4;
  return step;
}

std::uint64_t credit(std::vector<Step> steps) {
  Evidence evidence;
  evidence.steps = std::move(steps);
  return words_from_kernels(evidence, kOut);
}

TEST(Provenance, AKernelThatWritesTheOutputEarnsIt) { EXPECT_EQ(credit({kernel(kOut, 64)}), 64U); }

TEST(Provenance, SoDoesOneWhoseBufferIsCopiedThere) {
  EXPECT_EQ(credit({kernel(kScratch, 64), copy(kOut, kScratch, 64)}), 64U);
  EXPECT_EQ(credit({kernel(kScratch, 64), copy(kOut + 128, kScratch + 128, 32),
                    copy(kOut, kScratch, 32)}),
            64U);
}

TEST(Provenance, CopiesOfTheInputEarnNothing) {
  EXPECT_EQ(credit({copy(kOut, kIn, 64)}), 0U);
  std::vector<Step> column_by_column = {kernel(kScratch, 64)};
  for (int i = 0; i < 64; ++i) column_by_column.push_back(copy(kOut + 4 * i, kIn + 32 * i, 1));
  EXPECT_EQ(credit(column_by_column), 0U);
}

TEST(Provenance, AKernelThatIsOverwrittenLosesIt) {
  EXPECT_EQ(credit({kernel(kOut, 64), copy(kOut, kIn, 64)}), 0U);
  EXPECT_EQ(credit({kernel(kScratch, 64), copy(kScratch, kIn, 64), copy(kOut, kScratch, 64)}), 0U);
  Step set;
  set.kind = Step::Kind::memory_set;
  set.to = kOut;
  set.bytes = 256;
  EXPECT_EQ(credit({kernel(kOut, 64), set}), 0U);
}

TEST(Provenance, FromTheHostNothingIsEarned) {
  EXPECT_EQ(credit({kernel(kScratch, 64), copy(0, kScratch, 64), copy(kOut, 0, 64)}), 0U);
}

}  // namespace
}  // namespace warpgrade::run
