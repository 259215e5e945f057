// SPDX-License-Identifier: Apache-2.0
// The smallest shape that shows something, in the written order.
#pragma once

#include "harness/core/report.hpp"
#include "harness/grading/shrink/trials.hpp"

namespace warpgrade::shrink {

/// Goes down from `start`, which must show what is looked for: halves, single steps and the edges
/// of tiles on both sides, until no candidate is left. Ends early with the budget.
Shape descend(const Shape& start, std::int64_t tile, Trials& trials);

/// Tries every shape smaller than `from`, ascending, and returns the first that shows it, or
/// `from`. `proved_smallest` is set if the budget lasted.
SmallestCase prove_smallest(const Shape& from, Trials& trials);

}  // namespace warpgrade::shrink
