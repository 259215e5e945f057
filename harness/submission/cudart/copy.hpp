// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/submission/cudart/runtime.hpp"

#include <cstddef>

namespace warpgrade::cudart {

/// What cudaMemcpy says before it looks at the context: cudaErrorInvalidMemcpyDirection or success.
cudaError_t check_copy(std::size_t bytes, cudaMemcpyKind kind);

/// Moves `bytes` between host and device as cudaMemcpy does.
/// @returns cudaErrorInvalidValue where a pointer is not on the device though `kind` says so.
cudaError_t copy_bytes(Runtime& runtime, device::Device& device, void* to, const void* from,
                       std::size_t bytes, cudaMemcpyKind kind);

}  // namespace warpgrade::cudart
