// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/emulator/ptx/module.hpp"

#include <optional>
#include <span>
#include <string_view>

namespace warpgrade::ptx {

struct SpecialRegister {
  std::string_view name;  ///< As the manual spells it, "%tid.x".
  Special special;
  Type type;
};

/// All special registers that have a row (PTX ISA 10).
std::span<const SpecialRegister> special_registers();

/// The row of that spelling, or nullptr.
const SpecialRegister* find_special_register(std::string_view name);

}  // namespace warpgrade::ptx
