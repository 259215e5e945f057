// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/core/counters.hpp"

#include <span>
#include <string>
#include <vector>

namespace warpgrade::judge {

/// One sentence for the worst global and the worst shared instruction that needs more than twice
/// the sectors or passes it could do with: "line 14 stores 32.0 sectors a request where 4.0 would
/// do: neighbouring lanes are 8012 bytes apart". Worst first; empty if there is none.
std::vector<std::string> explain_traffic(std::span<const KernelCounters> kernels);

}  // namespace warpgrade::judge
