// SPDX-License-Identifier: Apache-2.0
// Bit patterns that no input holds. Both are quiet NaNs with a payload of their own.
#pragma once

#include <cstdint>

namespace warpgrade {

/// What the output and the guard zones hold before every run: a cell that still holds it was never
/// written.
inline constexpr std::uint32_t kOutputPoison = 0x7fd0dead;

/// What shared memory holds when a CTA starts: a value that is this was read before it was set.
inline constexpr std::uint32_t kSharedPoison = 0x7fe5a1ed;

/// What a load that was refused (out of bounds, misaligned) puts into its register.
inline constexpr std::uint32_t kRefusedLoad = 0x7fe0bad0;

}  // namespace warpgrade
