// SPDX-License-Identifier: Apache-2.0
// One submission from source to report: compile it and its baselines, grade, say how to run it
// again.
#pragma once

#include "harness/cli/grade_options.hpp"
#include "harness/cli/workshop.hpp"
#include "harness/core/report.hpp"
#include "harness/emulator/model/card.hpp"
#include "harness/exercise/exercise.hpp"

#include <filesystem>
#include <functional>
#include <string_view>

namespace warpgrade::cli {

struct SessionRequest {
  const GradeOptions* options = nullptr;
  const exercise::Exercise* exercise = nullptr;
  const model::Card* card = nullptr;
  const Machine* machine = nullptr;
  std::filesystem::path copy;  ///< The harness's coalesced copy, a .cu.
  std::function<void(std::string_view)> progress;
};

/// Compiles in parallel, then grades. A submission that does not compile is a report too.
/// @throws std::exception if the harness fails: no nvcc, a baseline that does not compile, no
/// device.
Report grade_submission(const SessionRequest& request, const Workshop& workshop);

/// The names that a report on this submission starts with.
Report report_header(const GradeOptions& options, const exercise::Exercise* exercise,
                     const model::Card* card, const Machine* machine);

}  // namespace warpgrade::cli
