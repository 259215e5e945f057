// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/cli/grade_options.hpp"
#include "harness/cli/installation.hpp"
#include "harness/cli/machine.hpp"
#include "harness/core/report.hpp"
#include "harness/emulator/model/card.hpp"
#include "harness/exercise/exercise.hpp"

#include <functional>
#include <string_view>

namespace warpgrade::cli {

/// Where files are graded; outlives the gradings.
struct GradingPlace {
  const Installation& installation;
  const Machine& machine;
  const model::Card& card;
};

/// Grades the file that `options` name as `exercise`.
/// @throws std::exception as grade_submission().
Report grade_at(const GradingPlace& place, const GradeOptions& options,
                const exercise::Exercise& exercise,
                const std::function<void(std::string_view)>& progress);

/// Grades the file that `options` name, with progress on a terminal. A failure of the harness is a
/// report, too. The caller holds a CleanEnd.
/// @throws UsageError for an exercise, card or file that does not exist.
Report grade_file(const GradeOptions& options, const Installation& installation);

}  // namespace warpgrade::cli
