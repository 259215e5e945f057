// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/grading/diagnose/diagnosis.hpp"

#include <cstdint>
#include <vector>

namespace warpgrade::diagnose {

/// Edges of square tiles to try: the exercise's, then the usual ones, each once.
std::vector<std::int64_t> tile_edges(const Evidence& e);

}  // namespace warpgrade::diagnose
