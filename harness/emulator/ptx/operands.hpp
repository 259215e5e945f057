// SPDX-License-Identifier: Apache-2.0
// Operands: first read as they stand, then fitted to what the instruction's row wants.
#pragma once

#include "harness/emulator/ptx/constant.hpp"
#include "harness/emulator/ptx/context.hpp"
#include "harness/emulator/ptx/grammar.hpp"

#include <cstdint>
#include <vector>

namespace warpgrade::ptx {

/// An operand before its type is known.
struct RawOperand {
  Operand operand;
  Type type = Type::none;         ///< Of a register or special register.
  Constant constant;              ///< Of an immediate.
  std::uint64_t bytes = 0;        ///< Of the variable of a symbol or an address.
  bool has_second = false;        ///< `p|q`
  std::vector<RawOperand> parts;  ///< Elements of a vector; the second destination.
};

/// Reads one operand. @throws Failure (malformed) for unknown names.
RawOperand parse_operand(Context& context);

/// Checks `raw` against the row and converts its constants to their type.
/// @throws Failure (malformed)
Operand fit_operand(const RawOperand& raw, const OperandSpec& spec, const Instruction& instruction,
                    std::uint32_t ptx_line);

/// The same for the second destination of `p|q`.
Operand fit_second(const RawOperand& raw, std::uint32_t ptx_line);

}  // namespace warpgrade::ptx
