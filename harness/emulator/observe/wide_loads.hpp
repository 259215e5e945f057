// SPDX-License-Identifier: Apache-2.0
// Which loads of shared memory ptxas would merge (emulator.md 4.2, "ptxas gap"): an estimate, since
// only ptxas knows what it can prove.
#pragma once

#include "harness/emulator/ptx/module.hpp"

#include <cstdint>
#include <vector>

namespace warpgrade::observe {

/// A load's part in a merged one. The merged load starts `delta` bytes before it, and stands where
/// the first of its parts does.
struct WidePart {
  std::uint32_t bytes = 0;  ///< Of the merged load: 8 or 16; 0: the load is not merged.
  std::uint32_t delta = 0;
  bool first = false;
};

/// By instruction of `function`. Scalar ld.shared of 4 or 8 bytes are merged where they stand in
/// one straight line, at neighbouring offsets of one base that starts at a multiple of the merged
/// width, with nothing in between that writes shared memory or waits. Whether the base's address
/// itself is a multiple shows when the load runs.
std::vector<WidePart> wide_loads(const ptx::Function& function);

}  // namespace warpgrade::observe
