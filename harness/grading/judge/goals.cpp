// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/judge/goals.hpp"

#include <algorithm>
#include <array>

namespace warpgrade::judge {
namespace {

enum class Sense { at_least, at_most };

struct Row {
  std::string_view name;
  Sense sense;
  std::optional<double> (*limit)(const Limits&);
  double (*value)(const Measures&);
};

std::optional<double> dynamic_limit(const Limits& limits) {
  if (!limits.min_dynamic_shared_bytes) return std::nullopt;
  return static_cast<double>(*limits.min_dynamic_shared_bytes);
}

constexpr std::array kRows{
    Row{kFasterThanNaive, Sense::at_least, [](const Limits& l) { return l.faster_than_naive; },
        [](const Measures& m) { return m.speedup_over_naive; }},
    Row{"max_load_sectors_vs_copy", Sense::at_most,
        [](const Limits& l) { return l.max_sectors_vs_copy; },
        [](const Measures& m) { return m.load_sectors_vs_copy; }},
    Row{"max_store_sectors_vs_copy", Sense::at_most,
        [](const Limits& l) { return l.max_sectors_vs_copy; },
        [](const Measures& m) { return m.store_sectors_vs_copy; }},
    Row{"max_wavefronts_vs_ideal", Sense::at_most,
        [](const Limits& l) { return l.max_wavefronts_vs_ideal; },
        [](const Measures& m) { return m.wavefronts_vs_ideal; }},
    Row{"min_share_of_copy", Sense::at_least, [](const Limits& l) { return l.min_share_of_copy; },
        [](const Measures& m) { return m.share_of_copy; }},
    Row{"min_dynamic_shared_bytes", Sense::at_least, dynamic_limit,
        [](const Measures& m) { return static_cast<double>(m.dynamic_shared_bytes); }},
};

/// Everything that is counted of a list of launches.
struct Sums {
  std::uint64_t load_sectors = 0;
  std::uint64_t store_sectors = 0;
  std::uint64_t wavefronts = 0;
  std::uint64_t wavefronts_ideal = 0;
  std::uint64_t dynamic_shared_bytes = 0;
};

Sums sums_of(const std::vector<KernelCounters>& launches) {
  Sums sums;
  for (const auto& k : launches) {
    sums.load_sectors += k.global_load.sectors;
    sums.store_sectors += k.global_store.sectors;
    sums.wavefronts += k.shared_load.wavefronts + k.shared_store.wavefronts;
    sums.wavefronts_ideal += k.shared_load.wavefronts_ideal + k.shared_store.wavefronts_ideal;
    sums.dynamic_shared_bytes = std::max(sums.dynamic_shared_bytes, k.dynamic_shared_bytes);
  }
  return sums;
}

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

std::vector<GoalReport> check_goals(const Limits& limits, const Measures& measures) {
  std::vector<GoalReport> reports;
  for (const auto& row : kRows) {
    const auto limit = row.limit(limits);
    if (!limit) continue;
    const auto value = row.value(measures);
    const bool met = row.sense == Sense::at_least ? value >= *limit : value <= *limit;
    reports.push_back({std::string{row.name}, *limit, value, met});
  }
  return reports;
}

Measures measure(const std::vector<KernelCounters>& solve, const std::vector<KernelCounters>& copy,
                 const Timing& timing) {
  const auto mine = sums_of(solve);
  const auto base = sums_of(copy);
  Measures measures;
  measures.speedup_over_naive = timing.speedup_over_naive;
  measures.share_of_copy = timing.ratio_to_copy > 0 ? 1 / timing.ratio_to_copy : 0;
  measures.load_sectors_vs_copy = ratio(mine.load_sectors, base.load_sectors);
  measures.store_sectors_vs_copy = ratio(mine.store_sectors, base.store_sectors);
  measures.wavefronts_vs_ideal =
      mine.wavefronts_ideal == 0 ? 1 : ratio(mine.wavefronts, mine.wavefronts_ideal);
  measures.dynamic_shared_bytes = mine.dynamic_shared_bytes;
  return measures;
}

}  // namespace warpgrade::judge
