// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/submission/compile/compile.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace warpgrade::compile {

/// The diagnostics in what nvcc, its host compiler and the linker printed; lines of no known form
/// are skipped. Paths are cut to their last part; control characters are replaced.
std::vector<Diagnostic> read_diagnostics(std::string_view text);

/// What `solve` was found to be, from the diagnostics of the wrapper.
struct SolveProblem {
  enum class Kind { none, missing, wrong_type, overloaded, undefined };
  Kind kind = Kind::none;
  std::string found;  ///< For wrong_type: the type, e.g. "void (const float*, float*)".
};

/// Reads why `solve` could not be called; `none` if some other error stands in the way.
SolveProblem read_solve_problem(const std::vector<Diagnostic>& diagnostics);

}  // namespace warpgrade::compile
