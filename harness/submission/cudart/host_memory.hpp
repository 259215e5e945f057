// SPDX-License-Identifier: Apache-2.0
// Mapped memory as the program's allocations.
#pragma once

#include "harness/submission/cudart/runtime.hpp"

#include <cstddef>
#include <map>

namespace warpgrade::cudart {

using HostBlocks = std::map<const void*, HostBlock>;

/// Memory that kernels and host code share, as a block of `kind` that is known from then on.
/// @returns cudaErrorNotSupported where the device has none.
cudaError_t allocate_mapped(Runtime& runtime, device::Device& device, std::size_t bytes,
                            HostBlock block, void** pointer);
/// Gives such a block back and forgets it.
cudaError_t release_mapped(Runtime& runtime, device::Device& device, HostBlocks::iterator block);

}  // namespace warpgrade::cudart
