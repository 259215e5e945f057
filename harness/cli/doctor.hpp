// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/cli/installation.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade::cli {

enum class Health { good, warning, broken };

/// One thing that warpgrade needs, and what is to be done where it is missing.
struct Checkup {
  std::string what;  ///< "nvcc"
  Health health = Health::good;
  std::string found;   ///< One line: the path and version, or what is wrong.
  std::string remedy;  ///< One line; empty where all is well.
};

/// The first of the PATH's folders that has `program`, with it; empty if none has.
std::filesystem::path find_in_path(std::string_view program);

/// Looks at everything that grading needs; ends with a real run of the harness's copy on the
/// emulated device.
std::vector<Checkup> examine(const Installation& installation);

}  // namespace warpgrade::cli
