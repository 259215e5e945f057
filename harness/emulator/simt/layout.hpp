// SPDX-License-Identifier: Apache-2.0
// Where a module's variables lie.
#pragma once

#include "harness/emulator/simt/program.hpp"

#include <cstdint>
#include <vector>

namespace warpgrade::simt {

/// Offset of an extern .shared array: where the dynamic part starts, which depends on the kernel.
inline constexpr std::uint32_t kDynamicShared = ~0U;

/// Allocates .global and .const variables and gives them their initial values.
/// @throws std::bad_alloc if the memory is full.
void place_globals(Program::Lowered& out);

/// Finds who calls whom, and sets static_shared, dynamic_shared_start, local_bytes and local_stack
/// of every function.
/// @returns By function: offsets of .shared variables as it sees them, those of the module, then
/// its own.
std::vector<std::vector<std::uint32_t>> place_shared(Program::Lowered& out);

/// `root` and all functions that it may call, one way or another.
std::vector<std::uint32_t> reachable(const Program::Lowered& out, std::uint32_t root);

/// Offset of variable `index` of `function` in its local memory.
std::uint32_t local_offset(const ptx::Function& function, std::uint32_t index);

}  // namespace warpgrade::simt
