// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/statistics/summary.hpp"

#include "harness/grading/statistics/noise.hpp"

#include <algorithm>

namespace warpgrade::statistics {
namespace {

double speedup(const Triple& t) { return t.naive / t.solve; }
double ratio(const Triple& t) { return t.solve / t.copy; }
double share(const Triple& t) { return t.copy / t.solve; }

template <class Value>
std::vector<double> each(std::span<const Triple> triples, Value value) {
  std::vector<double> values(triples.size());
  std::ranges::transform(triples, values.begin(), value);
  return values;
}

Answer answer(const Interval& interval, double at_least) {
  if (interval.low >= at_least) return Answer::yes;
  return interval.high < at_least ? Answer::no : Answer::open;
}

/// Whether what was left out leaves the rest worth believing.
bool is_believable(const Screened& screened, std::size_t triples) {
  const auto most = kMostThrottled * static_cast<double>(triples);
  return screened.broken == 0 && static_cast<double>(screened.throttled) <= most &&
         !screened.kept.empty();
}

}  // namespace

Summary summarise(std::span<const Triple> triples, const Plan& plan) {
  Summary summary;
  const auto screened = screen(triples);
  summary.triples = triples.size();
  summary.kept = screened.kept.size();
  summary.noise = name_noise(triples, screened);
  summary.answers.assign(plan.questions.size(), Answer::open);
  if (screened.kept.empty()) return summary;
  summary.copy_seconds = median(each(screened.kept, &Triple::copy));
  summary.naive_seconds = median(each(screened.kept, &Triple::naive));
  summary.solve_seconds = median(each(screened.kept, &Triple::solve));
  summary.ratio_to_copy = median_interval(each(screened.kept, ratio), plan.confidence);
  summary.speedup_over_naive = median_interval(each(screened.kept, speedup), plan.confidence);
  if (!is_believable(screened, triples.size())) return summary;
  const auto shares = median_interval(each(screened.kept, share), plan.confidence);
  for (std::size_t i = 0; i < plan.questions.size(); ++i) {
    const auto& [which, at_least] = plan.questions[i];
    const bool of_naive = which == Question::Ratio::speedup_over_naive;
    summary.answers[i] = answer(of_naive ? summary.speedup_over_naive : shares, at_least);
  }
  return summary;
}

std::size_t next_look(std::size_t triples, const Plan& plan) {
  if (triples >= plan.most) return 0;
  auto look = plan.fewest;
  while (look <= triples) look += std::max<std::size_t>(1, look / 4);
  return std::min(look, plan.most);
}

bool is_enough(const Summary& summary, const Plan& plan) {
  if (summary.kept == 0 || std::ranges::count(summary.answers, Answer::open) > 0) return false;
  const auto& r = summary.ratio_to_copy;
  const bool narrow = r.high - r.low <= 2 * plan.width * r.middle;
  return narrow || summary.triples >= plan.enough_for_width;
}

}  // namespace warpgrade::statistics
