// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/statistics/noise.hpp"

#include "harness/grading/statistics/median.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace warpgrade::statistics {
namespace {

constexpr double kNoticed = 0.05;  // Shares and changes under 5 % are no news.

struct Timed {
  std::span<const Triple> triples;
  const Screened& screened;
};

using Sentence = std::optional<std::string>;

bool noticed(std::size_t part, std::size_t whole) {
  return static_cast<double>(part) > kNoticed * static_cast<double>(whole);
}

Sentence broken(const Timed& t) {
  if (t.screened.broken == 0) return std::nullopt;
  return fmt::format("{} of {} rounds gave no time at all", t.screened.broken, t.triples.size());
}

Sentence throttled(const Timed& t) {
  if (!noticed(t.screened.throttled, t.triples.size())) return std::nullopt;
  return fmt::format("the GPU's clock changed during {} of {} rounds: it throttles",
                     t.screened.throttled, t.triples.size());
}

Sentence interrupted(const Timed& t) {
  if (!noticed(t.screened.interrupted, t.triples.size())) return std::nullopt;
  return fmt::format("{} of {} rounds were interrupted: another program uses the GPU",
                     t.screened.interrupted, t.triples.size());
}

std::vector<double> copies(std::span<const Triple> triples) {
  std::vector<double> times(triples.size());
  std::ranges::transform(triples, times.begin(), &Triple::copy);
  return times;
}

Sentence drift(const Timed& t) {
  const auto times = copies(t.screened.kept);
  if (times.size() < 4) return std::nullopt;
  const auto half = times.size() / 2;
  const auto change =
      median(std::span(times).subspan(half)) / median(std::span(times).first(half)) - 1;
  if (std::max(change, -change) <= kNoticed) return std::nullopt;
  return fmt::format("the copy got {:.0f} % {} while it was measured",
                     100 * std::max(change, -change), change > 0 ? "slower" : "faster");
}

Sentence scatter(const Timed& t) {
  const auto times = copies(t.screened.kept);
  if (times.empty()) return std::nullopt;
  const auto spread = (quantile(times, 0.75) - quantile(times, 0.25)) / median(times);
  if (spread <= kNoticed) return std::nullopt;
  return fmt::format("the copy's times scatter by {:.0f} %", 100 * spread);
}

constexpr std::array kRules{broken, throttled, interrupted, drift, scatter};

}  // namespace

std::vector<std::string> name_noise(std::span<const Triple> triples, const Screened& screened) {
  std::vector<std::string> sentences;
  for (const auto rule : kRules) {
    if (auto sentence = rule({triples, screened})) sentences.push_back(std::move(*sentence));
  }
  return sentences;
}

}  // namespace warpgrade::statistics
