// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/core/evidence.hpp"

#include <cstdint>

namespace warpgrade::run {

/// How many 4-byte words of the buffer at `base` (a device address) come from kernels of the
/// recording: written there by one, or copied from a buffer that one had written. Whatever else a
/// copy or a memset puts into a buffer takes the credit away again, so that moving the input about
/// with cudaMemcpy earns nothing.
std::uint64_t words_from_kernels(const Evidence& evidence, std::uint64_t base);

}  // namespace warpgrade::run
