// SPDX-License-Identifier: Apache-2.0
// The protocol on samplers that take no time.
#include "harness/grading/timing/measure.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace warpgrade::timing {
namespace {

using statistics::Answer;
using statistics::Question;

class Protocol : public testing::Test {
 protected:
  Protocol() {
    settings.plan.questions = {{Question::Ratio::speedup_over_naive, 1.1}};
    settings.now = [this] { return now; };
    contest.copy = sampler('c', 1e-4);
    contest.naive = sampler('n', 7e-4);
    contest.solve = sampler('s', 2e-4);
    contest.memcpy = sampler('m', 0.9e-4);
  }

  Sampler sampler(char name, double seconds) {
    return [this, name, seconds](std::uint64_t seed) {
      calls += name;
      seeds.push_back(seed);
      now += 1e-3;
      return Sample{seconds, 1.98e9, 1.98e9, 0, false};
    };
  }

  double now = 0;
  std::string calls;
  std::vector<std::uint64_t> seeds;
  Contest contest;
  Settings settings;
};

TEST_F(Protocol, AnswersAfterTheFirstLookWhereNothingScatters) {
  const auto measured = measure(contest, settings);
  EXPECT_EQ(measured.summary.triples, 30U);
  EXPECT_EQ(measured.summary.answers[0], Answer::yes);
  EXPECT_NEAR(measured.summary.ratio_to_copy.middle, 2, 1e-9);
  EXPECT_NEAR(*measured.memcpy_seconds, 0.9e-4, 1e-12);
  EXPECT_FALSE(measured.out_of_time);
}

TEST_F(Protocol, EverySampleHasFreshDataAndTheOrderChanges) {
  measure(contest, settings);
  EXPECT_EQ(std::set<std::uint64_t>(seeds.begin(), seeds.end()).size(), seeds.size());
  std::string without_memcpy = calls;
  std::erase(without_memcpy, 'm');
  std::set<std::string> orders;
  for (std::size_t i = 0; i + 3 <= without_memcpy.size(); i += 3) {
    auto triple = without_memcpy.substr(i, 3);
    orders.insert(triple);
    std::ranges::sort(triple);
    EXPECT_EQ(triple, "cns");
  }
  EXPECT_EQ(orders.size(), 6U);
}

TEST_F(Protocol, AnotherSeedIsAnotherOrderAndOtherData) {
  measure(contest, settings);
  const auto first = seeds;
  seeds.clear();
  settings.seed = 2;
  measure(contest, settings);
  EXPECT_NE(seeds, first);
}

TEST_F(Protocol, WarmsUpBeforeItCounts) {
  int slow = 30;
  contest.copy = [&, inner = sampler('c', 1e-4)](std::uint64_t seed) {
    auto sample = inner(seed);
    if (slow-- > 0) sample.seconds = 1;
    return sample;
  };
  settings.warm_up_seconds = 0.2;
  const auto measured = measure(contest, settings);
  EXPECT_NEAR(measured.summary.copy_seconds, 1e-4, 1e-9);
  EXPECT_TRUE(measured.summary.noise.empty());
}

TEST_F(Protocol, StopsAtTheBudgetWithAnOpenAnswer) {
  settings.plan.questions[0].at_least = 3.5;  // naive / solve is 3.5 +- noise.
  int turn = 0;
  contest.solve = [&, inner = sampler('s', 2e-4)](std::uint64_t seed) {
    auto sample = inner(seed);
    sample.seconds *= turn++ % 2 == 0 ? 1.05 : 0.95;
    return sample;
  };
  settings.seconds = 0.2;
  const auto measured = measure(contest, settings);
  EXPECT_TRUE(measured.out_of_time);
  EXPECT_GE(measured.summary.triples, 30U);
  EXPECT_LT(measured.summary.triples, 200U);
  EXPECT_EQ(measured.summary.answers[0], Answer::open);
  EXPECT_TRUE(timing_of(measured, transpose_signature(), {2003, 3001}, 0).undecided);
}

TEST_F(Protocol, TakesTheFirstLookWhateverItCosts) {
  settings.seconds = 0;
  EXPECT_EQ(measure(contest, settings).summary.triples, 30U);
}

TEST_F(Protocol, EndsAtOnceWhereSolveIsWrongOrFails) {
  for (const bool fails : {false, true}) {
    calls.clear();
    int left = 70;
    contest.solve = [&, inner = sampler('s', 2e-4)](std::uint64_t seed) {
      auto sample = inner(seed);
      if (--left == 0) (fails ? sample.failed = true : sample.wrong_cells = 5);
      return sample;
    };
    const auto measured = measure(contest, settings);
    EXPECT_EQ(measured.solve_failed, fails);
    EXPECT_EQ(measured.wrong_cells, fails ? 0U : 5U);
    EXPECT_EQ(std::ranges::count(calls, 's'), 70);
  }
}

TEST_F(Protocol, OurOwnKernelsMayNotFail) {
  contest.naive = [&](std::uint64_t) { return Sample{1e-4, 0, 0, 1, false}; };
  EXPECT_THROW(measure(contest, settings), std::runtime_error);
}

TEST_F(Protocol, ClocksThatMoveWithinATripleCostIt) {
  int turn = 0;
  contest.naive = [&, inner = sampler('n', 7e-4)](std::uint64_t seed) {
    auto sample = inner(seed);
    if (turn++ % 10 == 0) sample.clock_low = 1.5e9;
    return sample;
  };
  const auto measured = measure(contest, settings);
  EXPECT_EQ(measured.summary.triples - measured.summary.kept, 3U);
}

TEST_F(Protocol, UnknownClocksCostNothing) {
  contest.naive = [&](std::uint64_t) { return Sample{7e-4, 0, 0, 0, false}; };
  EXPECT_EQ(measure(contest, settings).summary.kept, 30U);
}

TEST_F(Protocol, TellsItsProgress) {
  std::string said;
  settings.progress = [&](std::string_view text) { said = text; };
  measure(contest, settings);
  EXPECT_EQ(said, "timing: 30 rounds");
}

TEST_F(Protocol, BecomesTheReportsTiming) {
  const auto timing =
      timing_of(measure(contest, settings), transpose_signature(), {2003, 3001}, 62914560);
  EXPECT_EQ(timing.basis, Basis::measured);
  EXPECT_TRUE(timing.fits_in_l2);
  EXPECT_EQ(timing.bytes_moved, 8U * 2003 * 3001);
  EXPECT_EQ(timing.bytes_copied, timing.bytes_moved);
  EXPECT_NEAR(timing.ratio_to_copy, 2, 1e-9);
  EXPECT_NEAR(timing.ratio_low, 2, 1e-9);
  EXPECT_NEAR(timing.speedup_over_naive, 3.5, 1e-9);
  EXPECT_EQ(timing.samples, 30);
  EXPECT_EQ(timing.discarded, 0);
  EXPECT_FALSE(timing.undecided);
}

}  // namespace
}  // namespace warpgrade::timing
