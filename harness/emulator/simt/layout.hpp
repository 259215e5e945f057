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
/// @throws std::bad_alloc if the memory is full; ptx::PtxError for a variable defined elsewhere.
void place_globals(Program::Lowered& out);

/// Sets local_bytes and local_stack of every function; callees are known.
/// @throws ptx::PtxError for variables beyond what a thread may have.
void place_local(Program::Lowered& out);

/// Offset of variable `index` of `function` in its local memory.
std::uint32_t local_offset(const ptx::Function& function, std::uint32_t index);

/// Sets static_shared and dynamic_shared_start of every kernel; callees are known.
/// @returns By function: offsets of .shared variables as it sees them, those of the module, then
/// its
///   own; entries of other variables mean nothing.
/// @throws ptx::PtxError for variables beyond what any card has.
std::vector<std::vector<std::uint32_t>> place_shared(Program::Lowered& out);

/// Throws the PtxError (unsupported) that says `what`.
[[noreturn]] void refuse_variable(const std::string& what, std::uint32_t ptx_line);

constexpr std::uint64_t align_up(std::uint64_t value, std::uint64_t to) {
  return to == 0 ? value : (value + to - 1) / to * to;
}

}  // namespace warpgrade::simt
