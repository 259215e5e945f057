// SPDX-License-Identifier: Apache-2.0
// Runs one launch under observers and turns what they saw into evidence.
#pragma once

#include "harness/core/evidence.hpp"
#include "harness/device/device.hpp"
#include "harness/emulator/simt/launch.hpp"
#include "harness/emulator/simt/memory.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace warpgrade::device::emulated {

/// Lane instructions that a launch may execute by default: enough for any kernel of the exercises,
/// and over in a few seconds for one that never ends. Grows with the number of threads.
std::uint64_t default_budget(const LaunchRequest& request);

struct Launched {
  KernelCounters counters;  ///< Empty but for name and shape where counting was off.
  std::vector<TouchedRange> touched;
  std::vector<Finding> findings;         ///< In order of kind and place.
  Status left_behind = Status::success;  ///< The sticky error, if any.
  std::string printed;
};

/// Runs a launch that refuse_launch() let through.
/// @param threads  CPU threads, at least 1; nothing in the result depends on them.
Launched run_launch(const simt::Program& program, const ptx::Function& kernel,
                    simt::GlobalMemory& memory, const LaunchRequest& request,
                    const RunOptions& options, unsigned threads);

}  // namespace warpgrade::device::emulated
