// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/cli/grade_options.hpp"
#include "harness/cli/installation.hpp"
#include "harness/core/report.hpp"

namespace warpgrade::cli {

/// Grades the file that `options` name, with progress on a terminal. A failure of the harness is a
/// report, too. The caller holds a CleanEnd.
/// @throws UsageError for an exercise, card or file that does not exist.
Report grade_file(const GradeOptions& options, const Installation& installation);

}  // namespace warpgrade::cli
