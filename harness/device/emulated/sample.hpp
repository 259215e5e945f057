// SPDX-License-Identifier: Apache-2.0
// Which blocks of a launch stand for all of them.
#pragma once

#include "harness/core/extent.hpp"

#include <cstdint>
#include <vector>

namespace warpgrade::device::emulated {

/// Linear indices, rising: the blocks that are the first two, the middle one or the last two along
/// x and along y, and the first or the last along z. All corners of the grid, hence the first and
/// the last element whichever way a kernel lays its blocks over them. At most 50.
std::vector<std::uint64_t> sample_blocks(const Dim3& grid);

}  // namespace warpgrade::device::emulated
