// SPDX-License-Identifier: Apache-2.0
// Whether CTAs of a kernel could tell in which order they ran.
#pragma once

#include "harness/emulator/simt/program.hpp"

#include <cstdint>

namespace warpgrade::simt {

/// True if `function`, or one that it may call, has an instruction whose result may depend on the
/// order of CTAs although no two CTAs touch a word in conflict: atomics that return a value or do
/// not commute, or that suggest that CTAs wait for each other (volatile and ordered accesses,
/// fences beyond a CTA).
bool needs_order(const Program::Lowered& program, std::uint32_t function);

/// True if `function`, or one that it may call, has what blocks of a launch are ordered with:
/// fences beyond a block, volatile, relaxed, acquire and release accesses, atom.cas and atom.exch
/// (locks).
bool orders_blocks(const Program::Lowered& program, std::uint32_t function);

}  // namespace warpgrade::simt
