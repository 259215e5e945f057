// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/submission/compile/command.hpp"
#include "harness/submission/compile/compile.hpp"

#include <filesystem>
#include <string_view>

namespace warpgrade::compile {

/// What a compilation leaves in its folder.
inline constexpr std::string_view kLibraryName = "submission.so";

/// The linker's version script: nothing of the submission is visible but the wrapper's entry
/// (trust.md 40).
inline constexpr std::string_view kExportsName = "exports.map";
inline constexpr std::string_view kExports = "{ global: warpgrade_solve; local: *; };\n";

/// The nvcc call that makes `kLibraryName` of `unit` in `folder`. Every path in it is relative to
/// the folder, so that a cache key made of it does not depend on where the scratch folder lies.
Command nvcc_command(const Settings& settings, const std::filesystem::path& folder,
                     std::string_view unit);

/// The nvcc call that makes an executable of `source`, in the folder of `program`.
Command nvcc_program_command(const Settings& settings, const std::filesystem::path& source,
                             const std::filesystem::path& program);

/// The host compiler's call that makes `kLibraryName` of unit.cpp in `folder`.
Command reference_command(const std::filesystem::path& folder);

/// True if the library's PTX has an entry named solve: the learner made solve a kernel.
bool solve_is_kernel(const std::filesystem::path& library);

}  // namespace warpgrade::compile
