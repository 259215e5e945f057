// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/submission/cudart/runtime.hpp"

#include <cstddef>

namespace warpgrade::cudart {

/// Moves `bytes` between host and device as cudaMemcpy does.
/// @returns cudaErrorInvalidValue where a pointer is not on the side that `kind` says.
cudaError_t copy_bytes(device::Device& device, void* to, const void* from, std::size_t bytes,
                       cudaMemcpyKind kind);

}  // namespace warpgrade::cudart
