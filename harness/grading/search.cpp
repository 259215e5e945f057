// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/search.hpp"

#include "harness/grading/explain.hpp"
#include "harness/grading/shrink/smallest.hpp"

#include <algorithm>
#include <cassert>
#include <chrono>

namespace warpgrade::grading {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kSecondsOfATrial = 2;
constexpr double kShareOfTheProof = 0.8;  // Of the wall clock; the rest is for rule and pattern.

/// What a search may spend: cases, cells of them, and lane instructions of what has run.
struct Allowance {
  std::int64_t cases;
  std::int64_t cells;
  std::uint64_t lanes;
};
constexpr std::uint64_t kGiga = 1'000'000'000;  // About 0.6 s on two cores.
constexpr Allowance kForSmallest{700, 4'000'000, 4 * kGiga};
// Every shape smaller than 41 x 41, or than 1 x 1700; spent only where it is enough for all.
constexpr Allowance kForProof{13'000, 12'000'000, 4 * kGiga};
constexpr Allowance kForRule{300, 2'000'000, kGiga};
constexpr Allowance kForPattern{150, 4'000'000, 2 * kGiga};

/// Of all launches that were counted.
std::uint64_t lane_instructions(const Evidence& evidence) {
  std::uint64_t sum = 0;
  for (const auto& step : evidence.steps) sum += step.counters.traffic.lane_instructions;
  return sum;
}

class Search {
 public:
  Search(const SearchRequest& request, CaseRunner& runner)
      : request_{request},
        runner_{runner},
        hangs_{std::ranges::any_of(request.results, [](const CaseResult& result) {
          return result.ruling.outcome == Outcome::time_limit;
        })} {}

  /// Spends `left`, until `share` of the wall clock of all searches has passed.
  [[nodiscard]] shrink::Budget budget(Allowance& left, double share = 1) const {
    const auto end = started_ + std::chrono::duration_cast<Clock::duration>(
                                    std::chrono::duration<double>{share * request_.seconds});
    return [this, &left, end, before = lanes_](const Shape& shape) {
      left.cases -= 1;
      left.cells -= shape.product();
      return left.cases >= 0 && left.cells >= 0 && lanes_ - before < left.lanes &&
             Clock::now() < end;
    };
  }

  [[nodiscard]] double seconds_spent() const {
    return std::chrono::duration<double>(Clock::now() - started_).count();
  }

  CaseResult run(const Shape& shape) {
    const Case c{shape, {}, 0, ""};
    auto options = options_for(c, std::min(request_.run_seconds, kSecondsOfATrial));
    options.confirm = false;
    auto result = runner_.run(c, options);
    lanes_ += lane_instructions(result.run.evidence);
    return result;
  }

  /// Nothing where the trial ran out of time, unless running out of time is what is looked for.
  std::optional<bool> fails(const Shape& shape) {
    const auto result = run(shape);
    if (result.ruling.outcome == Outcome::time_limit && !hangs_) return std::nullopt;
    return !result.passed();
  }

  std::optional<bool> shows_pattern(const Shape& shape) { return has_pattern(run(shape)); }

  [[nodiscard]] bool has_pattern(const CaseResult& result) const {
    if (result.passed() || result.comparison.wrong == 0) return false;
    if (result.comparison.cells.size() != result.comparison.wrong) return false;
    return diagnose_one(result, runner_, request_.tile).pattern == request_.pattern;
  }

 private:
  const SearchRequest& request_;
  CaseRunner& runner_;
  Clock::time_point started_ = Clock::now();
  std::uint64_t lanes_ = 0;  ///< Lane instructions of all that has run.
  bool hangs_;               ///< The ladder ran into a time limit.
};

/// Shapes of the ladder that fail, smallest first.
std::vector<Shape> failing_shapes(const SearchRequest& request) {
  std::vector<Shape> shapes;
  for (const auto& result : request.results) {
    if (!result.passed() && !result.c.giant) shapes.push_back(result.c.input);
  }
  std::ranges::sort(shapes, shrink::is_smaller);
  return shapes;
}

std::string infer(shrink::Trials& trials, Search& search, const Shape& smallest,
                  std::int64_t tile) {
  auto left = kForRule;
  shrink::Trials probes{[&](const Shape& shape) { return search.fails(shape); },
                        search.budget(left)};
  for (const auto& [shape, fails] : trials.known()) probes.add(shape, fails);
  for (const auto& shape : shrink::rule_probes(smallest, tile)) {
    if (!probes.at(shape)) return "";  // Not all probes, no rule.
  }
  const auto rule = shrink::infer_rule(probes.known(), tile);
  return rule ? rule_text(*rule) : "";
}

/// The smallest shape found that shows the pattern; nothing if only cases too big to keep do.
std::optional<Shape> smallest_with_pattern(const SearchRequest& request, Search& search,
                                           const std::vector<Shape>& failing) {
  auto left = kForPattern;
  shrink::Trials trials{[&](const Shape& shape) { return search.shows_pattern(shape); },
                        search.budget(left)};
  for (const auto& shape : failing) {
    const auto shows = trials.at(shape);
    if (!shows) return std::nullopt;
    if (*shows) return shrink::descend(shape, request.tile, trials);
  }
  return std::nullopt;
}

/// True if kForProof lasts for every shape smaller than `smallest`.
bool can_be_proved(const Shape& smallest) {
  auto left = kForProof;
  shrink::visit_smaller(smallest, [&](const Shape& shape) {
    left.cases -= 1;
    left.cells -= shape.product();
    return left.cases >= 0 && left.cells >= 0;
  });
  return left.cases >= 0 && left.cells >= 0;
}

}  // namespace

void search_shapes(const SearchRequest& request, CaseRunner& runner, Correctness& correctness) {
  Search search{request, runner};
  const auto failing = failing_shapes(request);
  assert(!failing.empty());
  auto left = kForSmallest;
  shrink::Trials trials{[&](const Shape& shape) { return search.fails(shape); },
                        search.budget(left, kShareOfTheProof)};
  for (const auto& result : request.results) {
    if (!result.c.giant) trials.add(result.c.input, !result.passed());
  }

  const auto near = shrink::descend(failing.front(), request.tile, trials);
  if (can_be_proved(near)) left = kForProof;
  const auto smallest = shrink::prove_smallest(near, trials);
  correctness.smallest_failing_case = smallest;
  correctness.search_seconds = search.seconds_spent();
  // Rules speak of rows and cols. Where values decide, shapes only decide which values there are.
  if (runner.signature().sizes == transpose_signature().sizes &&
      request.pattern != diagnose::Pattern::value_dependent) {
    correctness.rule = infer(trials, search, smallest.input, request.tile);
  }
  if (request.pattern != diagnose::Pattern::none) {
    correctness.smallest_same_pattern = smallest_with_pattern(request, search, failing);
  }
}

}  // namespace warpgrade::grading
