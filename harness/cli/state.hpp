// SPDX-License-Identifier: Apache-2.0
// What warpgrade remembers of a learner from one command to the next.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace warpgrade::cli {

/// $XDG_STATE_HOME/warpgrade, or ~/.local/state/warpgrade; empty if there is no home.
std::filesystem::path state_folder();

/// How many hints of `exercise` have been shown; 0 if nothing is remembered.
std::size_t hints_shown(const std::filesystem::path& state, const std::string& exercise);

/// Remembers it. @returns false if it cannot be written.
bool remember_hints(const std::filesystem::path& state, const std::string& exercise,
                    std::size_t shown);

}  // namespace warpgrade::cli
