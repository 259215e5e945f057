// SPDX-License-Identifier: Apache-2.0
// What hardware does not tell: which words a launch changed, and whether guard zones still hold the
// poison.
#pragma once

#include "harness/core/evidence.hpp"
#include "harness/device/cuda/gpu.hpp"
#include "harness/device/cuda/guarded_heap.hpp"
#include "harness/device/cuda/own_kernels.hpp"

#include <vector>

namespace warpgrade::device::cuda {

/// Counts the words of every allocation that one launch changes. A word that gets the value it had
/// counts as untouched; reads are not seen.
class WriteWatch {
 public:
  WriteWatch(const Gpu& gpu, const OwnKernels& own, const GuardedHeap& heap)
      : gpu_(gpu), own_(own), heap_(heap), snapshot_(gpu), cells_(gpu) {}

  /// Keeps a copy of the buffers.
  void before_launch();
  /// One range for each allocation, by address.
  std::vector<TouchedRange> after_launch();

 private:
  const Gpu& gpu_;
  const OwnKernels& own_;
  const GuardedHeap& heap_;
  Scratch snapshot_;
  Scratch cells_;
  std::vector<Block> watched_;
};

/// Looks at the guard zones.
class GuardWatch {
 public:
  GuardWatch(const Gpu& gpu, const OwnKernels& own) : gpu_(gpu), own_(own), arrays_(gpu) {}

  /// Fills a new block, guards and data, with the poison.
  void poison(const Block& block) const;
  /// A finding for each zone that was written into. The zones are poisoned again.
  std::vector<Finding> check(const std::vector<Block>& blocks);

 private:
  void poison(const GuardZone& zone) const;

  const Gpu& gpu_;
  const OwnKernels& own_;
  Scratch arrays_;
};

}  // namespace warpgrade::device::cuda
