// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/grading/statistics/triple.hpp"

#include <span>
#include <string>
#include <vector>

namespace warpgrade::statistics {

/// Names what disturbed a timing, one sentence each, most serious first; empty if nothing did.
std::vector<std::string> name_noise(std::span<const Triple> triples, const Screened& screened);

}  // namespace warpgrade::statistics
