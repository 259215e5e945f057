// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/statistics/triple.hpp"

#include "harness/grading/statistics/median.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace warpgrade::statistics {
namespace {

constexpr std::array kTimes{&Triple::copy, &Triple::naive, &Triple::solve};
constexpr double kUsual =
    0.25;  // Of many interrupted times the lower quartile still is a clean one.

bool is_broken(const Triple& triple) {
  return std::ranges::any_of(kTimes, [&](double Triple::*time) {
    return !std::isfinite(triple.*time) || triple.*time <= 0;
  });
}

/// The longest time that each of the three may take uninterrupted.
std::array<double, kTimes.size()> longest(std::span<const Triple> triples) {
  std::array<double, kTimes.size()> limits{};
  std::vector<double> times(triples.size());
  for (std::size_t i = 0; i < kTimes.size(); ++i) {
    std::ranges::transform(triples, times.begin(), kTimes[i]);
    limits[i] = kInterrupted * quantile(times, kUsual);
  }
  return limits;
}

}  // namespace

Screened screen(std::span<const Triple> triples) {
  Screened result;
  for (const auto& triple : triples) {
    if (is_broken(triple)) {
      ++result.broken;
    } else if (!(triple.clock_ratio >= kSteadyClock)) {
      ++result.throttled;
    } else {
      result.kept.push_back(triple);
    }
  }
  if (result.kept.empty()) return result;
  const auto limits = longest(result.kept);
  const auto interrupted = [&](const Triple& triple) {
    for (std::size_t i = 0; i < kTimes.size(); ++i) {
      if (triple.*kTimes[i] > limits[i]) return true;
    }
    return false;
  };
  result.interrupted = static_cast<std::size_t>(std::ranges::count_if(result.kept, interrupted));
  const auto most = kMostInterrupted * static_cast<double>(result.kept.size());
  result.interrupted_kept = static_cast<double>(result.interrupted) > most;
  if (!result.interrupted_kept) std::erase_if(result.kept, interrupted);
  return result;
}

}  // namespace warpgrade::statistics
