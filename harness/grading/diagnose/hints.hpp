// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/grading/diagnose/diagnosis.hpp"

#include <string_view>

namespace warpgrade::diagnose {

/// What to try about wrong cells of that pattern: one sentence.
std::string_view pattern_hint(Pattern pattern);

}  // namespace warpgrade::diagnose
