// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace warpgrade::report {

/// Makes text of a learner fit for one line of a terminal or a CI log: control characters, bytes
/// that are no UTF-8 and characters that reorder text become \xNN or \u{NNNN}; what a CI runner
/// would take for a command ("::" at the start, "##" anywhere) is broken up; longer than `most`
/// characters ends in "...".
std::string escape_line(std::string_view text, std::size_t most = 160);

}  // namespace warpgrade::report
