// SPDX-License-Identifier: Apache-2.0
// The pipeline: ladder -> compare -> shrink -> diagnose -> time -> judge.
#pragma once

#include "harness/core/report.hpp"
#include "harness/exercise/exercise.hpp"
#include "harness/grading/run/runner.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade::grading {

/// Words of the output that solve() must produce for those sizes and the words of all inputs.
using Reference = std::function<std::vector<std::uint32_t>(const Shape& shape,
                                                           std::span<const std::uint32_t> values)>;

struct Hardware;

struct GradeRequest {
  const exercise::Exercise* exercise = nullptr;
  std::string submission_name;  ///< As the learner typed it, for Report::again.
  Reference reference;
  run::Runner* submission = nullptr;
  run::Runner* copy = nullptr;         ///< The harness's coalesced copy.
  run::Runner* naive = nullptr;        ///< The exercise's naive.cu.
  std::uint64_t l2_bytes = 0;          ///< Of the emulated device, for Timing::fits_in_l2.
  const Hardware* hardware = nullptr;  ///< A GPU beside it, or null.
  std::optional<Shape> only;           ///< --case: this case alone, no timing.
  bool verdict_only = false;           ///< Ends at the first case that fails, and explains nothing.
  bool check_everything = false;       ///< Every check and counter on every case.
  double shrink_seconds = 10;          ///< Of the wall clock, should the search not end before.
  double run_seconds = 10;             ///< Wall clock of one solve().
  std::function<void(std::string_view)>
      progress;  ///< Called with what is being done; may be empty.
};

/// Grades a compiled submission. Fills everything of the report but exercise, submission and device
/// names, which the caller knows.
Report grade(const GradeRequest& request);

}  // namespace warpgrade::grading
