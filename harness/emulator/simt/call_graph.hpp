// SPDX-License-Identifier: Apache-2.0
// Who may call whom.
#pragma once

#include "harness/emulator/simt/program.hpp"

#include <cstdint>
#include <vector>

namespace warpgrade::simt {

/// Sets `callees` of every function. An indirect call may reach every function whose address is
/// taken.
void find_callees(Program::Lowered& out);

/// `root` and all functions that it may call, one way or another.
std::vector<std::uint32_t> reachable(const Program::Lowered& out, std::uint32_t root);

/// Whether a function that `root` reaches may call itself, one way or another.
bool may_recurse(const Program::Lowered& out, std::uint32_t root);

}  // namespace warpgrade::simt
