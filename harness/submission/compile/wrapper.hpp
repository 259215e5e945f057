// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/core/signature.hpp"

#include <string>
#include <string_view>

namespace warpgrade::compile {

/// The file name that diagnostics in the wrapper's own lines carry.
inline constexpr std::string_view kWrapperName = "warpgrade_wrapper.cu";
inline constexpr std::string_view kReferenceWrapperName = "warpgrade_wrapper.cpp";

/// The template whose argument, in nvcc's message, is the type of a `solve` that does not fit.
inline constexpr std::string_view kFoundName = "warpgrade_found_solve";

/// The translation unit that is compiled: the learner's file and, after it, `warpgrade_solve`,
/// which calls the learner's `solve` with its arguments, whatever its linkage and size types are
/// (design 5).
/// @param file_name  Name of the learner's file beside the wrapper.
std::string wrapper_source(std::string_view file_name, const Signature& signature);

/// The same for an exercise's reference(): `file_name` and, after it, `warpgrade_reference`. A
/// reference() of another type does not compile.
std::string reference_wrapper(std::string_view file_name, const Signature& signature);

}  // namespace warpgrade::compile
