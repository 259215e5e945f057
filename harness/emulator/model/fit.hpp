// SPDX-License-Identifier: Apache-2.0
// The time model's constants from measured times: what `warpgrade calibrate` does.
#pragma once

#include "harness/core/counters.hpp"
#include "harness/emulator/model/card.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace warpgrade::model {

/// One kernel: what it does (from the emulated device) and how long that took (on the GPU).
struct Sample {
  KernelCounters counters;
  double seconds = 0;
};

/// The kernels that tell the constants apart, all but the first on one case beyond the L2 cache.
struct Samples {
  double launch_seconds = 0;       ///< A launch of one block that copies one element.
  double clock_hz = 0;             ///< Of the multiprocessors, while the others ran.
  std::uint64_t memcpy_bytes = 0;  ///< Copied device to device, each read and written once.
  double memcpy_seconds = 0;
  Sample copy;           ///< The lesson's copy.
  Sample strided_store;  ///< The naive transpose that reads along rows.
  Sample strided_load;   ///< The one that writes along rows.
  Sample conflicts;      ///< Nothing to speak of but shared wavefronts.
  Sample tile32;         ///< The lesson's tile, with its bank conflicts.
  Sample tile16;         ///< Many small blocks: latency.
};

struct Fit {
  Card card;
  /// Constants that the times do not determine, since another part of the model is slower whatever
  /// they are; they stay as they were.
  std::vector<std::string> kept;
};

/// `start` with the constants for which the model gives the times of `samples`. Limits, rates of
/// L2 for loads and whole stores, and the peak stay as they are in `start`.
Fit fit_card(Card start, const Samples& samples);

}  // namespace warpgrade::model
