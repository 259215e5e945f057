// SPDX-License-Identifier: Apache-2.0
// Spellings of the manual, for messages.
#pragma once

#include "harness/emulator/ptx/module.hpp"

#include <string_view>

namespace warpgrade::ptx {

/// "f32"; empty for none.
std::string_view type_name(Type type);

/// "cp.async", "bar.warp.sync": the opcode as the manual spells it, without its modifiers.
std::string_view opcode_name(Opcode opcode);

/// "const", "shared"; "generic" and empty for none have no spelling of their own in PTX.
std::string_view space_name(StateSpace space);

/// "%tid.x".
std::string_view special_name(Special special);

}  // namespace warpgrade::ptx
