// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/core/report.hpp"

#include <optional>
#include <string_view>

namespace warpgrade::judge {

/// Reads what a submission says of itself: the first lines "// ratio to copy: 1.78x" and
/// "// gap: <one sentence>" (upper or lower case, any spacing; the x may be missing).
/// `agrees` is set where both the claim and `measured_ratio` are there: within 10 % of it.
ClaimsReport parse_claims(std::string_view source, std::optional<double> measured_ratio);

}  // namespace warpgrade::judge
