// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/timing/measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

namespace warpgrade::timing {
namespace {

using statistics::Triple;

constexpr std::size_t kMemcpyEvery = 4;  // It moves little: a quarter of the samples is enough.

/// The slowest over the fastest clock of a triple.
struct Clocks {
  double low = 0;
  double high = 0;
  void see(const Sample& sample) {
    if (sample.clock_low <= 0) return;
    low = low == 0 ? sample.clock_low : std::min(low, sample.clock_low);
    high = std::max(high, sample.clock_high);
  }
  [[nodiscard]] double ratio() const { return high > 0 ? low / high : 1; }
};

class Measurement {
 public:
  Measurement(const Contest& contest, const Settings& settings)
      : contest_(contest), settings_(settings), random_(settings.seed) {}

  Measured run() {
    warm_up();
    const auto start = settings_.now();
    for (auto look = next(0); look != 0; look = next(look)) {
      if (!take_until(look, start)) break;
      result_.summary = statistics::summarise(triples_, settings_.plan);
      if (statistics::is_enough(result_.summary, settings_.plan)) break;
    }
    if (result_.summary.triples != triples_.size()) {
      result_.summary = statistics::summarise(triples_, settings_.plan);
    }
    if (!memcpy_.empty()) result_.memcpy_seconds = statistics::median(memcpy_);
    return std::move(result_);
  }

 private:
  [[nodiscard]] std::size_t next(std::size_t look) const {
    return statistics::next_look(look, settings_.plan);
  }

  [[nodiscard]] bool solve_is_out() const {
    return result_.solve_failed || result_.wrong_cells > 0;
  }

  /// Triples up to `look`. False if it ends here.
  bool take_until(std::size_t look, double start) {
    while (triples_.size() < look) {
      const bool first = triples_.size() < settings_.plan.fewest;
      if (!first && settings_.now() - start > settings_.seconds) {
        result_.out_of_time = true;
        return false;
      }
      triples_.push_back(take_triple());
      if (solve_is_out()) return false;
    }
    if (settings_.progress) settings_.progress(fmt::format("timing: {} rounds", triples_.size()));
    return true;
  }

  void warm_up() {
    const auto start = settings_.now();
    do {
      take_triple();
    } while (!solve_is_out() && settings_.now() - start < settings_.warm_up_seconds);
    memcpy_.clear();
  }

  Triple take_triple() {
    Triple triple;
    Clocks clocks;
    std::array order{&Triple::copy, &Triple::naive, &Triple::solve};
    std::shuffle(order.begin(), order.end(), random_);
    for (const auto which : order) {
      const bool is_solve = which == &Triple::solve;
      const auto& sampler = is_solve                  ? contest_.solve
                            : which == &Triple::naive ? contest_.naive
                                                      : contest_.copy;
      const auto sample = is_solve ? sample_solve() : sample_own(sampler);
      triple.*which = sample.seconds;
      clocks.see(sample);
    }
    triple.clock_ratio = clocks.ratio();
    if (contest_.memcpy && rounds_++ % kMemcpyEvery == 0) {
      memcpy_.push_back(sample_own(contest_.memcpy).seconds);
    }
    return triple;
  }

  Sample sample_solve() {
    const auto sample = contest_.solve(random_());
    result_.solve_failed |= sample.failed;
    result_.wrong_cells += sample.wrong_cells;
    return sample;
  }

  Sample sample_own(const Sampler& sampler) {
    const auto sample = sampler(random_());
    if (sample.failed || sample.wrong_cells > 0) {
      throw std::runtime_error("a kernel of the harness failed while it was timed");
    }
    return sample;
  }

  const Contest& contest_;
  const Settings& settings_;
  std::mt19937_64 random_;
  std::vector<Triple> triples_;
  std::vector<double> memcpy_;
  std::size_t rounds_ = 0;
  Measured result_;
};

}  // namespace

Measured measure(const Contest& contest, const Settings& settings) {
  return Measurement(contest, settings).run();
}

Timing timing_of(const Measured& measured, const Signature& signature, const Shape& input,
                 std::uint64_t l2_bytes) {
  const auto& summary = measured.summary;
  Timing timing;
  timing.basis = Basis::measured;
  timing.input = input;
  timing.bytes_moved = signature.buffer_bytes(input);
  timing.bytes_copied = signature.copied_bytes(input);
  timing.fits_in_l2 = timing.bytes_moved <= l2_bytes;
  timing.copy_seconds = summary.copy_seconds;
  timing.naive_seconds = summary.naive_seconds;
  timing.solve_seconds = summary.solve_seconds;
  timing.memcpy_seconds = measured.memcpy_seconds;
  timing.ratio_to_copy = summary.ratio_to_copy.middle;
  timing.ratio_low = summary.ratio_to_copy.low;
  timing.ratio_high = summary.ratio_to_copy.high;
  timing.speedup_over_naive = summary.speedup_over_naive.middle;
  timing.speedup_low = summary.speedup_over_naive.low;
  timing.speedup_high = summary.speedup_over_naive.high;
  timing.samples = static_cast<int>(summary.triples);
  timing.discarded = static_cast<int>(summary.triples - summary.kept);
  timing.undecided =
      summary.kept == 0 || std::ranges::count(summary.answers, statistics::Answer::open) > 0;
  timing.noise = summary.noise;
  return timing;
}

}  // namespace warpgrade::timing
