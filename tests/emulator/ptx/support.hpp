// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/emulator/ptx/parser.hpp"

#include <string>
#include <string_view>

namespace warpgrade::ptx {

/// The text of tests/emulator/ptx/data/<name>.
std::string read_data(std::string_view name);

/// A module of one kernel `k(.param .u64 p)` with registers %r, %rd, %f, %fd, %h (16 bits) and %p,
/// ten each, a module variable `g` of 32 bytes, and `body`, which starts on line 10.
std::string kernel_text(std::string_view body);

/// The instructions of that kernel.
Function kernel(std::string_view body);

/// The one instruction of that body.
Instruction instruction(std::string_view text);

/// The error that parse(text) must throw; fails the test if it throws none.
PtxError error_of(std::string_view text);

}  // namespace warpgrade::ptx
