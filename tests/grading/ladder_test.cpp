// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/ladder.hpp"

#include "harness/core/poison.hpp"
#include "tests/grading/fake_runner.hpp"

#include <gtest/gtest.h>

namespace warpgrade::grading {
namespace {

constexpr std::int64_t kTile = 32;

CaseResult failing(Extent input, std::uint64_t wrong) {
  CaseResult result;
  result.c.input = input;
  result.ruling = {Outcome::wrong_output, ""};
  result.comparison.wrong = wrong;
  result.comparison.cells.resize(wrong);
  return result;
}

Ladder climb(const Solve& solve, const std::vector<Case>& cases) {
  FakeRunner runner{solve};
  CaseRunner cases_of{runner, transpose_signature(), transposed};
  return run_ladder(cases_of, cases, {kTile, 10}, {});
}

TEST(MostTelling, SeveralTilesASideComeBeforeThinAndBig) {
  const std::vector<CaseResult> results{failing({1, 5000}, 1), failing({70, 165}, 1),
                                        failing({31, 33}, 1), failing({65, 200}, 1)};
  const auto telling = most_telling(results, kTile);
  ASSERT_EQ(telling.size(), kDiagnosed);
  EXPECT_EQ(telling[0]->c.input, (Shape{65, 200}));
  EXPECT_EQ(telling[1]->c.input, (Shape{70, 165}));
  EXPECT_EQ(telling[2]->c.input, (Shape{1, 5000}));
}

TEST(MostTelling, LeavesOutWhatHasNoWrongCells) {
  auto fault = failing({70, 165}, 0);
  fault.ruling.outcome = Outcome::out_of_bounds;
  auto passing = failing({70, 165}, 0);
  passing.ruling.outcome = Outcome::passed;
  const std::vector<CaseResult> results{fault, passing};
  EXPECT_TRUE(most_telling(results, kTile).empty());
}

TEST(DropCells, KeepsThoseOfTheMostTelling) {
  std::vector<CaseResult> results{failing({31, 33}, 50), failing({70, 165}, 50),
                                  failing({165, 70}, 50), failing({65, 200}, 50)};
  drop_cells(results, kTile);
  EXPECT_EQ(results[0].comparison.cells.size(), 10U);
  EXPECT_EQ(results[0].comparison.wrong, 50U) << "counts stay exact";
  for (std::size_t i = 1; i < results.size(); ++i) {
    EXPECT_EQ(results[i].comparison.cells.size(), 50U);
  }
}

TEST(Ladder, ChecksEverythingWhereThatIsAskedFor) {
  FakeRunner runner{right_solve(1)};
  CaseRunner cases_of{runner, transpose_signature(), transposed, true};
  run_ladder(cases_of, std::vector<Case>{{{2003, 3001}, {}, 0, ""}}, {kTile, 10}, {});
  ASSERT_EQ(runner.requests.size(), 1U);
  EXPECT_TRUE(runner.requests[0].checks);
  EXPECT_TRUE(runner.requests[0].count);
  EXPECT_GT(runner.requests[0].seconds, 10) << "checks take time";
}

TEST(Ladder, ChecksOnlyWhatIsAffordable) {
  FakeRunner runner{right_solve(1)};
  CaseRunner cases_of{runner, transpose_signature(), transposed};
  const std::vector<Case> cases{{{1 << 10, 1 << 10}, {}, 0, ""},
                                {{(1 << 10) + 1, 1 << 10}, {}, 0, ""}};
  run_ladder(cases_of, cases, {kTile, 10}, {});
  EXPECT_TRUE(runner.requests[0].checks);
  EXPECT_TRUE(runner.requests[0].count);
  EXPECT_FALSE(runner.requests[1].checks);
}

TEST(Ladder, ConfirmsFailuresInAFreshProcess) {
  FakeRunner runner{[](const run::RunRequest& request) {
    auto result = right_solve(1)(request);
    result.output[0] = kOutputPoison;
    return result;
  }};
  CaseRunner cases_of{runner, transpose_signature(), transposed};
  const auto ladder = run_ladder(cases_of, std::vector<Case>{{{4, 4}, {}, 0, ""}}, {kTile, 10}, {});
  EXPECT_EQ(runner.restarts, 1);
  EXPECT_EQ(runner.requests.size(), 2U);
  EXPECT_FALSE(ladder.results[0].differs);
}

TEST(Ladder, TwoHangsEndIt) {
  const auto hang = [](const run::RunRequest&) {
    run::RunResult result;
    result.end = run::End::time_limit;
    return result;
  };
  const auto ladder = climb(hang, test_exercise().ladder);
  EXPECT_EQ(ladder.results.size(), 2U);
  EXPECT_EQ(ladder.not_run, test_exercise().ladder.size() - 2);
  EXPECT_NE(ladder.stopped, "");
}

TEST(Ladder, EndsWithTheFirstFailureWhereThatIsAskedFor) {
  FakeRunner runner{[](const run::RunRequest& request) {
    auto result = right_solve(1)(request);
    if (request.input[1] > 1) result.output[0] = kOutputPoison;
    return result;
  }};
  CaseRunner cases_of{runner, transpose_signature(), transposed};
  std::vector<Case> cases;
  for (const auto cols : {1, 2, 3, 4}) cases.push_back({{1, cols}, {}, 0, ""});
  const auto ladder = run_ladder(cases_of, cases, {kTile, 10, true}, {});
  EXPECT_EQ(ladder.results.size(), 2U);
  EXPECT_EQ(ladder.not_run, 2U);
  EXPECT_EQ(runner.requests.size(), 2U) << "and it is not confirmed";
}

}  // namespace
}  // namespace warpgrade::grading
