// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace warpgrade::compile {

/// The signature that a learner is told of.
inline constexpr std::string_view kExpectedSolve =
    "void solve(const float* in, float* out, size_t rows, size_t cols)";

/// The file name that diagnostics in the wrapper's own lines carry.
inline constexpr std::string_view kWrapperName = "warpgrade_wrapper.cu";

/// The template whose argument, in nvcc's message, is the type of a `solve` that does not fit.
inline constexpr std::string_view kFoundName = "warpgrade_found_solve";

/// The translation unit that is compiled: the learner's file and, after it, `warpgrade_solve`,
/// which calls the learner's `solve` whatever its linkage and size types are (design 5).
/// @param file_name  Name of the learner's file beside the wrapper.
std::string wrapper_source(std::string_view file_name);

}  // namespace warpgrade::compile
