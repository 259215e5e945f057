// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/emulator/ptx/context.hpp"
#include "harness/emulator/ptx/grammar.hpp"

namespace warpgrade::ptx {

/// Reads the operands of bra, brx.idx and call, which are no values. False for any other row.
/// @throws Failure (malformed) for unknown names or arguments that the callee does not take.
bool parse_control_flow(Context& context, const Form& form, Instruction& instruction);

/// `name: .callprototype ...;` from behind the directive.
void parse_call_prototype(Context& context, const Token& name);

/// `name: .branchtargets A, B;` from behind the directive.
void parse_branch_targets(Context& context, const Token& name);

}  // namespace warpgrade::ptx
