// SPDX-License-Identifier: Apache-2.0
// What a submission says of itself, in two comments: "// ratio to copy: 1.78x" and "// gap: <one
// sentence>".
#pragma once

#include "harness/core/report.hpp"

#include <string_view>

namespace warpgrade::grading {

/// Finds the two comments in a source text, the first of each. Upper and lower case are the same. A
/// ratio that is no positive number counts as not given; the sentence is cut to 300 characters.
/// The ratio may name the card it was found on: "1.78x (Tesla T4)".
ClaimsReport read_claims(std::string_view source);

/// True if both are there.
bool are_complete(const ClaimsReport& claims);

/// Compares the claimed ratio with those in `report`, within 10 %, unless it names another card
/// than the report's, and stores it all in `report`, whose device is known by now. Where the claims
/// are `required` and missing, or do not agree, a passed report becomes goal_missed, with the goal
/// "claims".
void judge_claims(ClaimsReport claims, bool required, Report& report);

}  // namespace warpgrade::grading
