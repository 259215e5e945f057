// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/search.hpp"

#include "harness/core/poison.hpp"
#include "harness/grading/shrink/order.hpp"
#include "tests/grading/fake_runner.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpgrade::grading {
namespace {

/// Wrong wherever both sides have at least `side` cells.
Solve wrong_from(std::int64_t side) {
  return [side](const run::RunRequest& request) {
    auto result = right_solve(1)(request);
    const auto [rows, cols] = request.input.extent();
    if (rows >= side && cols >= side) result.output.back() = kOutputPoison;
    return result;
  };
}

TEST(Search, ProvesTheSmallestCaseWhereverTheBudgetCan) {
  for (const Shape smallest : {Shape{24, 24}, Shape{31, 31}}) {
    const auto found =
        grade_solve(wrong_from(smallest[0])).report.correctness.smallest_failing_case;
    ASSERT_TRUE(found);
    EXPECT_EQ(found->input, smallest);
    EXPECT_TRUE(found->proved_smallest);
    std::uint64_t smaller = 0;
    shrink::visit_smaller(smallest, [&](const Shape&) { return ++smaller > 0; });
    EXPECT_EQ(found->smaller_shapes_tried, smaller);
  }
}

TEST(Search, SpendsLittleOnWhatCannotBeProved) {
  const auto graded = grade_solve(wrong_from(60));
  const auto& found = graded.report.correctness.smallest_failing_case;
  ASSERT_TRUE(found);
  EXPECT_GE(std::min(found->input[0], found->input[1]), 60);
  EXPECT_FALSE(found->proved_smallest);
  EXPECT_LT(found->smaller_shapes_tried, 1000U);
  EXPECT_LT(graded.requests.size(), 2000U) << "35 000 smaller shapes are too many to begin with";
}

TEST(Search, CountsInstructionsOfASearchNotItsTime) {
  // 24 x 24 could be proved, were its runs not that costly.
  constexpr std::uint64_t lanes_of_a_run = 200'000'000;
  const auto costly = [](const run::RunRequest& request) {
    auto result = wrong_from(24)(request);
    result.evidence.steps.front().counters.traffic.lane_instructions = lanes_of_a_run;
    return result;
  };
  const auto graded = grade_solve(costly);
  const auto& found = graded.report.correctness.smallest_failing_case;
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->proved_smallest);
  EXPECT_LT(graded.requests.size(), 100U);
}

}  // namespace
}  // namespace warpgrade::grading
