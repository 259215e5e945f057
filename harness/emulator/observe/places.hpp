// SPDX-License-Identifier: Apache-2.0
// From the core's places to the words of a finding.
#pragma once

#include <cstdint>

#include "harness/core/extent.hpp"
#include "harness/core/finding.hpp"
#include "harness/emulator/ptx/module.hpp"
#include "harness/emulator/simt/observer.hpp"

namespace warpgrade::observe {

/// Source line of instruction `pc`; line 0 where the PTX does not say, or `pc` is no instruction.
SourceLine source_line(const ptx::Module& module, const ptx::Function& function, std::uint32_t pc);

/// The line of a fault at that place: inside an inlined function if that is of the same file, and
/// so the learner's own. 0: unknown.
std::uint32_t fault_line_number(const ptx::Location& where);

/// Where a fault at instruction `pc` stands: as source_line(), with fault_line_number().
SourceLine fault_line(const ptx::Module& module, const ptx::Function& function, std::uint32_t pc);

/// Coordinates of the element at `index` of `extent`, x fastest: blockIdx or threadIdx.
Dim3 coordinates(std::uint64_t index, const Dim3& extent);

/// "read", "write" or "atomic operation".
const char* access_name(simt::AccessKind kind);

/// Position of `function` in module.functions; one past the last for a stranger.
std::size_t position(const ptx::Module& module, const ptx::Function* function);

}  // namespace warpgrade::observe
