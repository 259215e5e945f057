// SPDX-License-Identifier: Apache-2.0
// A kernel's counters by line of the source, for the report of `run`.
#pragma once

#include "harness/core/counters.hpp"
#include "harness/report/json_evidence.hpp"
#include "harness/report/text_sections.hpp"

namespace warpgrade::report {

/// Adds instructions and active lanes, then the lines that move more than they need, the worst
/// first, then those at which warps divide; a few of each.
void add_lines(Section& section, const KernelCounters& counters);

/// All of it: {"warp_instructions", "lane_instructions", "atomics", "lines": [...], "branches":
/// [...]}.
Json lines_json(const KernelCounters& counters);

}  // namespace warpgrade::report
