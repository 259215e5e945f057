// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/submission/compile/compile.hpp"

#include <string>
#include <vector>

namespace warpgrade::compile {

/// What CUDA wants instead, for the first error that is a known stumbling block; empty for any
/// other.
std::string advice(const std::vector<Diagnostic>& diagnostics);

}  // namespace warpgrade::compile
