// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/emulator/ptx/context.hpp"

namespace warpgrade::ptx {

/// `(results) name (parameters)` of a function or prototype; lists may be absent, the name goes to
/// `function` unless it is `_`. Places the parameters in their blocks. @returns the name's token.
Token parse_signature(Context& context, Function& function);

/// True if a caller of one may call the other: parameters and results of the same sizes.
bool same_signature(const Function& a, const Function& b);

}  // namespace warpgrade::ptx
