// SPDX-License-Identifier: Apache-2.0
// Runs one launch under observers and turns what they saw into evidence.
#pragma once

#include "harness/core/evidence.hpp"
#include "harness/device/device.hpp"
#include "harness/emulator/observe/set_bytes.hpp"
#include "harness/emulator/simt/launch.hpp"
#include "harness/emulator/simt/memory.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace warpgrade::device::emulated {

/// Lane instructions that a launch may execute where RunOptions gives no budget. Grows with the
/// number of threads; smaller under the checks of shared memory, which cost time and are for small
/// cases. A kernel that never ends is over in a few seconds either way.
std::uint64_t default_budget(const LaunchRequest& request, const RunOptions& options);

struct Launched {
  KernelCounters counters;  ///< Empty but for name and shape where counting was off.
  std::vector<TouchedRange> touched;
  std::vector<Finding> findings;         ///< In order of kind and place.
  Status left_behind = Status::success;  ///< The sticky error, if any.
  std::string printed;
};

/// What a launch gets from the device.
struct Seat {
  unsigned threads = 1;             ///< CPU threads; nothing in the result depends on them.
  std::uint64_t resident_ctas = 1;  ///< As in simt::LaunchConfig.
  std::uint64_t grid_workspace = 0;
  std::vector<std::uint64_t> sample;  ///< As in simt::LaunchConfig; a small budget goes with it.
};

/// Runs a launch that refuse_launch() let through.
Launched run_launch(const simt::Program& program, const ptx::Function& kernel,
                    simt::GlobalMemory& memory, observe::SetBytes& set,
                    const LaunchRequest& request, const RunOptions& options, const Seat& seat);

}  // namespace warpgrade::device::emulated
