// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/statistics/median.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <vector>

namespace warpgrade::statistics {
namespace {

std::vector<double> sorted(std::span<const double> values) {
  std::vector<double> copy(values.begin(), values.end());
  std::ranges::sort(copy);
  return copy;
}

double middle_of(std::span<const double> sorted_values) {
  const auto n = sorted_values.size();
  return (sorted_values[(n - 1) / 2] + sorted_values[n / 2]) / 2;
}

constexpr double kNegligible = 1e-18;

/// P(Bin(n, p) >= k), where k lies above n * p: terms fall from the first on.
double upper_tail(double n, double p, double k) {
  const auto first = std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) +
                     k * std::log(p) + (n - k) * std::log1p(-p);
  double term = std::exp(first);
  double sum = term;
  for (; k < n && term > kNegligible * sum; ++k) {
    term *= (n - k) / (k + 1) * p / (1 - p);
    sum += term;
  }
  return sum;
}

/// P(Bin(n, p) >= k) for 1 <= k <= n.
double at_least(double n, double p, double k) {
  if (p >= 1) return 1;
  return k > n * p ? upper_tail(n, p, k) : 1 - upper_tail(n, 1 - p, n - k + 1);
}

/// The smallest of the sorted values that the k-th of a draw does not exceed with `probability`.
double bootstrap_quantile(std::span<const double> sorted_values, std::size_t k,
                          double probability) {
  const auto n = sorted_values.size();
  std::size_t low = 1;
  std::size_t high = n;
  while (low < high) {
    const auto j = (low + high) / 2;
    const auto share = static_cast<double>(j) / static_cast<double>(n);
    if (at_least(static_cast<double>(n), share, static_cast<double>(k)) >= probability) {
      high = j;
    } else {
      low = j + 1;
    }
  }
  return sorted_values[low - 1];
}

}  // namespace

double median(std::span<const double> values) {
  assert(!values.empty());
  return middle_of(sorted(values));
}

double quantile(std::span<const double> values, double share) {
  assert(!values.empty());
  const auto all = sorted(values);
  const auto rank = std::ceil(share * static_cast<double>(all.size()));
  const auto index = static_cast<std::size_t>(std::max(rank, 1.0)) - 1;
  return all[std::min(index, all.size() - 1)];
}

Interval median_interval(std::span<const double> values, double confidence) {
  assert(!values.empty() && confidence > 0 && confidence < 1);
  const auto all = sorted(values);
  const auto n = all.size();
  const double tail = (1 - confidence) / 2;
  return {middle_of(all), bootstrap_quantile(all, (n + 1) / 2, tail),
          bootstrap_quantile(all, n / 2 + 1, 1 - tail)};
}

}  // namespace warpgrade::statistics
