// SPDX-License-Identifier: Apache-2.0
// What the fuzzers feed with bytes, and what must hold for any bytes at all. A corpus file is the
// bytes of one call; the ordinary tests run them all.
#pragma once

#include <string>
#include <string_view>

namespace warpgrade::fuzz {

/// Parses `bytes` as PTX.
/// @return what is wrong with the answer, one line, or nothing: a module whose indices all point
/// into their lists, or a PtxError that says what and where in printable words. Another exception
/// passes through: it is a fault.
std::string parse_problem(std::string_view bytes);

/// Parses `bytes` as PTX up to the first NUL, and launches its kernels as the bytes behind it say
/// (launch_input.hpp), all observers on, on one CPU thread and on two.
/// @return what is wrong, one line, or nothing: both runs ended in the same way with the same
/// results and findings, or the module was refused in words. Another exception passes through.
std::string execute_problem(std::string_view bytes);

/// What is wrong with a message to the learner: nothing if it is one line of printable words.
std::string message_problem(std::string_view message);

}  // namespace warpgrade::fuzz
