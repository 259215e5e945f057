// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/core/outcome.hpp"

#include <string_view>

namespace warpgrade::grading {

/// What to try about that outcome, or nothing. Wrong output has hints of its own, by pattern.
std::string_view outcome_hint(Outcome outcome);

}  // namespace warpgrade::grading
