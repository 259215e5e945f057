// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/submission/cudart/runtime.hpp"

#include <cstddef>

namespace warpgrade::cudart {

/// Rows of equal elements, as cudaGraphAddMemsetNode describes them. One row where height is 1.
cudaError_t set_elements(device::Device& device, const cudaMemsetParams& set);

}  // namespace warpgrade::cudart
