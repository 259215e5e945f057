// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/model/fit.hpp"

#include "harness/emulator/model/time.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace warpgrade::model {
namespace {

constexpr int kHalvings = 60;
constexpr double kClose = 0.005;  // The model gives the time within half a percent.

/// A constant that one kernel's time determines once the rows above it are known.
struct Step {
  const char* name;
  double TimeConstants::*constant;
  Sample Samples::*sample;
  double least;
  double most;
};

constexpr std::array kSteps{
    Step{"copy_bytes_per_second", &TimeConstants::copy_bytes_per_second, &Samples::copy, 1e9, 1e14},
    Step{"l2_partial_store_sectors_per_second", &TimeConstants::l2_partial_store_sectors_per_second,
         &Samples::strided_store, 1e8, 1e13},
    Step{"l1_load_sectors_per_cycle", &TimeConstants::l1_load_sectors_per_cycle,
         &Samples::strided_load, 0.01, 64},
    Step{"shared_overlap", &TimeConstants::shared_overlap, &Samples::tile32, 0, 1},
    Step{"memory_latency_seconds", &TimeConstants::memory_latency_seconds, &Samples::tile16, 1e-8,
         1e-4},
};

double modelled(const Card& card, const Sample& sample) {
  return launch_seconds(sample.counters, card);
}

/// Halves the range, in logarithms where it spans magnitudes, until the model gives the time. The
/// modelled time rises or falls with the constant all along, or stays.
bool solve(const Step& step, const Samples& samples, Card& card) {
  const auto& sample = samples.*step.sample;
  const double before = card.time.*step.constant;
  const bool by_factors = step.least > 0;
  const auto time_at = [&](double value) {
    card.time.*step.constant = value;
    return modelled(card, sample);
  };
  const bool rises = time_at(step.most) > time_at(step.least);
  double low = step.least;
  double high = step.most;
  double middle = low;
  for (int i = 0; i < kHalvings; ++i) {
    middle = by_factors ? std::sqrt(low * high) : (low + high) / 2;
    const bool too_long = time_at(middle) > sample.seconds;
    (too_long == rises ? high : low) = middle;
  }
  if (std::abs(time_at(middle) / sample.seconds - 1) <= kClose) return true;
  card.time.*step.constant = before;
  return false;
}

/// Multiprocessor cycles of one wavefront, of a kernel that does little else.
double wavefront_cycles(const Samples& samples, const Card& card) {
  const auto& c = samples.conflicts.counters;
  const double busy =
      std::min(static_cast<double>(volume(c.grid)), static_cast<double>(card.multiprocessors));
  const auto wavefronts =
      static_cast<double>(c.shared_load_estimated.wavefronts + c.shared_store.wavefronts);
  return (samples.conflicts.seconds - samples.launch_seconds) * busy * samples.clock_hz /
         wavefronts;
}

}  // namespace

Fit fit_card(Card start, const Samples& samples) {
  Fit fit{std::move(start), {}};
  auto& time = fit.card.time;
  time.launch_seconds = samples.launch_seconds;
  time.clock_hz = samples.clock_hz;
  time.memcpy_bytes_per_second = 2 * static_cast<double>(samples.memcpy_bytes) /
                                 (samples.memcpy_seconds - samples.launch_seconds);
  time.cycles_per_wavefront = wavefront_cycles(samples, fit.card);
  for (const auto& step : kSteps) {
    if (!solve(step, samples, fit.card)) fit.kept.emplace_back(step.name);
  }
  return fit;
}

}  // namespace warpgrade::model
