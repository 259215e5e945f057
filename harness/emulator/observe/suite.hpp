// SPDX-License-Identifier: Apache-2.0
// All observers of one launch: which are on, and what they found.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "harness/core/counters.hpp"
#include "harness/core/finding.hpp"
#include "harness/emulator/observe/bounds.hpp"
#include "harness/emulator/observe/set_bytes.hpp"
#include "harness/emulator/simt/launch.hpp"
#include "harness/emulator/simt/memory.hpp"
#include "harness/emulator/simt/observer.hpp"

namespace warpgrade::observe {

/// What to watch; what is off costs nothing.
struct Watch {
  bool counters = true;
  bool races = true;
  bool unset = true;
  bool bounds = true;
  bool barriers = true;
  SetBytes* unset_global = nullptr;  ///< Reads of what these marks say is not set; null: off.
  /// Races between blocks, in this memory; null: off.
  const simt::GlobalMemory* global_races = nullptr;
};

/// What a launch was, for the words and numbers that come out of it.
struct LaunchShape {
  Dim3 grid;
  Dim3 block;
  std::uint64_t static_shared_bytes = 0;
  std::uint64_t dynamic_shared_bytes = 0;
  SourceReader source = {};  ///< For the names of array elements in findings.
};

/// A callback for BoundsObserver; `memory` must outlive the launch.
NearestAllocation nearest_in(const simt::GlobalMemory& memory);

/// The observers of one launch. Give observers() to simt::launch(), then ask.
class Suite {
 public:
  Suite(const Watch& watch, const NearestAllocation& nearest);

  [[nodiscard]] std::span<const std::unique_ptr<simt::Observer>> observers() const {
    return observers_;
  }

  /// After the launch: what it wrote counts as set from here on.
  void commit() const;

  /// The launch's counters, complete: kernel, shape, launches = 1, unique sectors and instructions
  /// from `result`. Zero counts where counters are off.
  [[nodiscard]] KernelCounters counters(const ptx::Module& module, const ptx::Function& kernel,
                                        const LaunchShape& shape,
                                        const simt::LaunchResult& result) const;

  /// The launch's findings, errors first, at most kMostFindings; within a severity in the
  /// observers' order: barriers, bounds, races, unset reads, both in global memory.
  [[nodiscard]] std::vector<Finding> findings(const ptx::Module& module,
                                              const ptx::Function& kernel,
                                              const LaunchShape& shape) const;

 private:
  std::vector<std::unique_ptr<simt::Observer>> observers_;
};

/// Puts into `counters` what only the core knows.
void add_core_counts(KernelCounters& counters, const simt::LaunchResult& result);

}  // namespace warpgrade::observe
