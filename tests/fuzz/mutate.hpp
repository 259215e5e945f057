// SPDX-License-Identifier: Apache-2.0
// Changes PTX texts so that most of them stay PTX.
#pragma once

#include "tests/fuzz/names_in_text.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace warpgrade::fuzz {

/// Takes a few random steps from `text`: instructions put in, taken out, doubled, moved; operands,
/// numbers and modifiers exchanged; guards and declarations. What lies behind the first NUL (see
/// launch_input.hpp) changes now and then. Of a few attempts it takes the first that the parser
/// reads.
std::string mutate(std::string_view text, Random& random);

/// Some lines of `other` put into `text`.
std::string splice(std::string_view text, std::string_view other, Random& random);

}  // namespace warpgrade::fuzz
