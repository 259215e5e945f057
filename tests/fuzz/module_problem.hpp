// SPDX-License-Identifier: Apache-2.0
// What the parser promises of a module (ptx/module.hpp), checked.
#pragma once

#include "harness/emulator/ptx/module.hpp"

#include <string>

namespace warpgrade::fuzz {

/// The first promise that `module` breaks, one line, or nothing.
std::string module_problem(const ptx::Module& module);

}  // namespace warpgrade::fuzz
