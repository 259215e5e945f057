// SPDX-License-Identifier: Apache-2.0
// Random instructions out of the parser's own table of opcodes.
#pragma once

#include "tests/fuzz/names_in_text.hpp"

#include <string>

namespace warpgrade::fuzz {

/// `@%p1 add.sat.s32 %r1, %r2, 7;`: a row of the table with modifiers and operands that fit it as a
/// rule, its names taken from `names`.
std::string random_instruction(const Names& names, Random& random);

/// A word that some modifier of the table takes, without its dot.
std::string random_modifier(Random& random);

/// A number that is likely to be a limit of something.
std::string random_number(Random& random);

}  // namespace warpgrade::fuzz
