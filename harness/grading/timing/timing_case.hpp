// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/core/extent.hpp"

#include <cstdint>

namespace warpgrade::timing {

/// The smallest case with the proportions of `lesson` whose two buffers exceed four times the L2
/// cache together, so that memory is measured and not the cache. Rows and columns keep their
/// remainders by 32 (ragged stays ragged). `lesson` itself where it is large enough.
Extent beyond_cache(Extent lesson, std::uint64_t l2_bytes);

}  // namespace warpgrade::timing
