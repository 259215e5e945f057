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
  bool exact = false;
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
    Row{"max_load_sectors_vs_naive", Sense::at_most,
        [](const Limits& l) { return l.max_load_sectors_vs_naive; },
        [](const Measures& m) { return m.load_sectors_vs_naive; }},
    Row{"max_wavefronts_vs_ideal", Sense::at_most,
        [](const Limits& l) { return l.max_wavefronts_vs_ideal; },
        [](const Measures& m) { return m.wavefronts_vs_ideal; }},
    Row{"min_share_of_copy", Sense::at_least, [](const Limits& l) { return l.min_share_of_copy; },
        [](const Measures& m) { return m.share_of_copy; }},
    Row{"min_dynamic_shared_bytes", Sense::at_least, dynamic_limit,
        [](const Measures& m) { return static_cast<double>(m.dynamic_shared_bytes); }, true},
};

/// Everything that is counted of a list of launches.
struct Sums {
  std::uint64_t load_sectors = 0;
  std::uint64_t store_sectors = 0;
  std::uint64_t wavefronts = 0;
  std::uint64_t wavefronts_ideal = 0;
  std::uint64_t dynamic_shared_bytes = 0;
};

Sums sums_of(std::span<const KernelCounters> launches) {
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

std::vector<double> wavefronts_of(std::span<const KernelCounters> launches) {
  std::vector<double> wavefronts;
  for (const auto& k : launches) {
    if (k.shared_load.requests == 0) continue;
    wavefronts.push_back(ratio(k.shared_load.wavefronts, k.shared_load.requests));
  }
  return wavefronts;
}

void add_wavefronts(std::span<const std::int64_t> limits, std::span<const double> values,
                    std::vector<GoalReport>& reports) {
  if (limits.empty()) return;
  if (limits.size() != values.size()) {
    reports.push_back({std::string{kSharedReaders}, static_cast<double>(limits.size()),
                       static_cast<double>(values.size()), false, true});
    return;
  }
  for (std::size_t i = 0; i < limits.size(); ++i) {
    const auto limit = static_cast<double>(limits[i]);
    // Counts: equal if every request takes as many as is asked for, or as many on average.
    reports.push_back({std::string{kWavefronts} + ' ' + std::to_string(i + 1), limit, values[i],
                       values[i] == limit, true});
  }
}

}  // namespace

std::vector<GoalReport> check_goals(const Limits& limits, const Measures& measures) {
  std::vector<GoalReport> reports;
  for (const auto& row : kRows) {
    const auto limit = row.limit(limits);
    if (!limit) continue;
    const auto value = row.value(measures);
    const bool met = row.sense == Sense::at_least ? value >= *limit : value <= *limit;
    reports.push_back({std::string{row.name}, *limit, value, met, row.exact});
  }
  add_wavefronts(limits.wavefronts_per_request, measures.wavefronts_per_request, reports);
  return reports;
}

Measures measure(const Launches& launches, const Timing& timing) {
  const auto mine = sums_of(launches.solve);
  const auto base = sums_of(launches.copy);
  Measures measures;
  measures.speedup_over_naive = timing.speedup_over_naive;
  measures.share_of_copy = timing.ratio_to_copy > 0 ? 1 / timing.ratio_to_copy : 0;
  measures.load_sectors_vs_copy = ratio(mine.load_sectors, base.load_sectors);
  measures.store_sectors_vs_copy = ratio(mine.store_sectors, base.store_sectors);
  measures.load_sectors_vs_naive = ratio(mine.load_sectors, sums_of(launches.naive).load_sectors);
  measures.wavefronts_vs_ideal =
      mine.wavefronts_ideal == 0 ? 1 : ratio(mine.wavefronts, mine.wavefronts_ideal);
  measures.dynamic_shared_bytes = mine.dynamic_shared_bytes;
  measures.wavefronts_per_request = wavefronts_of(launches.solve);
  return measures;
}

}  // namespace warpgrade::judge
