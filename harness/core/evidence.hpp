// SPDX-License-Identifier: Apache-2.0
// What a device saw while one solve() ran: the recording, in order. The device server writes it, so
// the learner's process cannot.
#pragma once

#include "harness/core/counters.hpp"
#include "harness/core/finding.hpp"
#include "harness/core/occupancy.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace warpgrade {

/// Bytes of one allocation that kernels of a launch touched.
struct TouchedRange {
  std::uint64_t base = 0;        ///< Device address of the allocation.
  std::uint64_t words_read = 0;  ///< Distinct 4-byte words.
  std::uint64_t words_written = 0;
};

/// One step of a recording.
struct Step {
  enum class Kind { launch, memory_copy, memory_set, other };
  Kind kind = Kind::launch;
  std::string what;         ///< Kernel name, or the runtime call's name.
  int error = 0;            ///< cudaError_t that the call returned or left behind; 0 = success.
  double seconds = 0;       ///< Modelled or measured time of this step; 0 if it was refused.
  std::uint64_t bytes = 0;  ///< Bytes moved by copies and sets.
  std::uint64_t to = 0;     ///< Device address that a copy or set wrote; 0: the host.
  std::uint64_t from = 0;   ///< Device address that a copy read; 0: the host.
  KernelCounters counters;  ///< For launch; empty where counting was off.
  std::vector<TouchedRange> touched;  ///< For launch.
  Occupancy occupancy{};              ///< For launch, where the device knows it.
  /// For launch: how many of its blocks ran, where it was a sample of them; 0: all of them.
  std::uint64_t blocks_sampled = 0;
};

/// Everything a device reports about one solve().
struct Evidence {
  std::vector<Step> steps;
  std::vector<Finding> findings;
  std::uint64_t allocated_bytes =
      0;  ///< Allocated by the submission and not freed, at the end of the call.
  bool device_reset = false;  ///< The submission called cudaDeviceReset.
  std::string device_text;    ///< What kernels printed, capped.
};

}  // namespace warpgrade
