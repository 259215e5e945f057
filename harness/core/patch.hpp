// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace warpgrade {

/// A piece of a matrix that is not there as a whole: 4-byte cells from linear index `first` on.
struct Patch {
  std::int64_t first = 0;
  std::vector<std::uint32_t> cells;
};

}  // namespace warpgrade
