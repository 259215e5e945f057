// SPDX-License-Identifier: Apache-2.0
// Device memory that a program never freed.
#pragma once

#include "harness/core/finding.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace warpgrade::device::emulated {

/// What to say of allocations of these sizes that were still there at the end: one finding, an info
/// since the end of the program frees them all. Nothing if there are none.
std::optional<Finding> leak_finding(const std::vector<std::uint64_t>& sizes);

}  // namespace warpgrade::device::emulated
