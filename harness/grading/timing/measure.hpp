// SPDX-License-Identifier: Apache-2.0
// The timing protocol of design 7: triples in random order until the statistics are satisfied.
#pragma once

#include "harness/core/signature.hpp"
#include "harness/core/timing.hpp"
#include "harness/grading/statistics/summary.hpp"
#include "harness/grading/timing/contestant.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace warpgrade::timing {

/// A timed replay of one contestant on the data of a seed.
using Sampler = std::function<Sample(std::uint64_t seed)>;

struct Contest {
  Sampler copy;
  Sampler naive;
  Sampler solve;
  Sampler memcpy;  ///< May be empty.
};

struct Settings {
  statistics::Plan plan;
  double seconds = 8;            ///< Wall clock; the first look is taken whatever it costs.
  double warm_up_seconds = 0.2;  ///< Clocks rise, code is loaded.
  std::uint64_t seed = 1;        ///< Of the data and the order; not to be guessed by a submission.
  std::function<double()> now;   ///< Seconds of a steady clock.
  std::function<void(std::string_view)> progress;  ///< May be empty.
};

struct Measured {
  statistics::Summary summary;
  std::optional<double> memcpy_seconds;
  std::uint64_t wrong_cells = 0;  ///< Of all of solve's timed outputs.
  bool solve_failed = false;      ///< A replay of solve could not be carried out.
  bool out_of_time = false;
};

/// Times until every question of the plan has its answer, the plan's most triples are taken or the
/// time is over. Stops early where a replay of solve fails or gives a wrong output.
/// @throws std::runtime_error if copy, naive or memcpy fail or give a wrong output.
Measured measure(const Contest& contest, const Settings& settings);

/// What was measured as the report has it. `undecided` if an answer is open.
Timing timing_of(const Measured& measured, const Signature& signature, const Shape& input,
                 std::uint64_t l2_bytes);

}  // namespace warpgrade::timing
