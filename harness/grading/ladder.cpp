// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/ladder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>

namespace warpgrade::grading {
namespace {

constexpr std::size_t kFewCells = 10;
constexpr std::int64_t kTilesThatTell = 2;  // A side of fewer whole tiles hides what they share.
constexpr int kMostHangs = 2;

// Nothing that a second case could add.
constexpr std::array kFinal{Outcome::harness_failed, Outcome::unsupported,
                            Outcome::did_not_compile};
// Slow, or costly to recover from; the second one ends the ladder.
constexpr std::array kHangs{Outcome::crashed, Outcome::time_limit, Outcome::output_limit};

template <class Set>
bool is_one_of(Outcome outcome, const Set& set) {
  return std::ranges::find(set, outcome) != set.end();
}

auto telling_key(const CaseResult& result, std::int64_t tile) {
  const auto& shape = result.c.input;
  return std::tuple{std::min(*std::min_element(shape.begin(), shape.end()) / tile, kTilesThatTell),
                    shape.product()};
}

std::string case_text(std::size_t index, std::size_t cases, const Shape& shape) {
  return fmt::format("case {} of {}: {}", index + 1, cases, shape_text(shape));
}

}  // namespace

std::vector<const CaseResult*> most_telling(std::span<const CaseResult> results,
                                            std::int64_t tile) {
  std::vector<const CaseResult*> failing;
  for (const auto& result : results) {
    // What a process left behind that did not return says nothing of its kernels.
    const bool returned = result.run.end == run::End::returned;
    if (!result.c.giant && returned && !result.passed() && result.comparison.wrong > 0)
      failing.push_back(&result);
  }
  std::ranges::stable_sort(failing, [&](const auto* a, const auto* b) {
    return telling_key(*a, tile) > telling_key(*b, tile);
  });
  if (failing.size() > kDiagnosed) failing.resize(kDiagnosed);
  return failing;
}

void drop_cells(std::vector<CaseResult>& results, std::int64_t tile) {
  const auto kept = most_telling(results, tile);
  for (auto& result : results) {
    auto& cells = result.comparison.cells;
    if (cells.size() <= kFewCells || std::ranges::find(kept, &result) != kept.end()) continue;
    cells.resize(kFewCells);
    cells.shrink_to_fit();
  }
}

Ladder run_ladder(CaseRunner& runner, std::span<const Case> cases, const LadderOptions& options,
                  const std::function<void(std::string_view)>& progress) {
  Ladder ladder;
  int hangs = 0;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (progress) progress(case_text(i, cases.size(), cases[i].input));
    auto how = options_for(cases[i], options.run_seconds);
    // One confirmed hang is enough; each costs its whole time.
    how.confirm = hangs == 0 && !options.until_failure;
    auto result = runner.run(cases[i], how);
    if (result.sampled) ladder.sampled.push_back(*result.sampled);
    if (result.sampled && !result.sampled->not_run.empty()) continue;
    ladder.results.push_back(std::move(result));
    drop_cells(ladder.results, options.tile);
    const auto outcome = ladder.results.back().ruling.outcome;
    hangs += is_one_of(outcome, kHangs) ? 1 : 0;
    if (is_one_of(outcome, kFinal)) {
      ladder.stopped = "the other cases would end the same way";
    } else if (hangs == kMostHangs) {
      ladder.stopped = fmt::format("{} cases did not come back", hangs);
    } else if (options.until_failure && outcome != Outcome::passed) {
      ladder.stopped = "one failing case was asked for";
    }
    if (ladder.stopped.empty()) continue;
    ladder.not_run = cases.size() - i - 1;
    break;
  }
  return ladder;
}

}  // namespace warpgrade::grading
