// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/emulator/ptx/lexer.hpp"
#include "harness/emulator/ptx/module.hpp"

#include <cstdint>
#include <vector>

namespace warpgrade::ptx {

/// Reads the initial value behind a `=` into `variable`. An open first extent takes its size from
/// it.
///
/// @param extents   Of the array, none for a scalar.
/// @param elements  Of each vector, 1 for plain types.
/// @throws Failure (malformed) if there are more values than places; (unsupported) for
/// `mask(symbol)`.
void parse_initializer(Lexer& in, const std::vector<std::uint64_t>& extents, std::uint32_t elements,
                       Variable& variable);

}  // namespace warpgrade::ptx
