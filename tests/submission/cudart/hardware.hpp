// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/submission/cudart/program.hpp"

#include <string>

namespace warpgrade::cudart {

/// Expects of a program what h200/`file` says that it printed on an H200 (CUDA 13.0.88, driver
/// 580.159).
void expect_as_on_hardware(const Ran& ran, const std::string& file);

}  // namespace warpgrade::cudart
