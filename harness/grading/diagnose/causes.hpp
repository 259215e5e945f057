// SPDX-License-Identifier: Apache-2.0
// Findings of the device that explain wrong cells.
#pragma once

#include "harness/grading/diagnose/diagnosis.hpp"

#include <string>

namespace warpgrade::diagnose {

/// The first finding of that kind, an error if there is one, or null.
const Finding* first_finding(const Evidence& e, FindingKind kind);

/// The finding that explains best why nothing happened: a refused opt-in, a refused launch, another
/// error; null if there is none.
const Finding* worst_fault(const Evidence& e);

/// The message, with " (line 12)" behind it where the line is known.
std::string said_with_line(const Finding& finding);

}  // namespace warpgrade::diagnose
