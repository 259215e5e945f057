// SPDX-License-Identifier: Apache-2.0
// Runs the cases of a ladder, in order.
#pragma once

#include "harness/grading/case_run.hpp"

namespace warpgrade::grading {

struct Ladder {
  std::vector<CaseResult> results;
  std::size_t not_run = 0;           ///< Cases left out after the ladder was stopped.
  std::string stopped;               ///< Why it was, or empty.
  std::vector<SampledCase> sampled;  ///< Giant cases, those too that did not count.
  std::vector<std::string> notes;    ///< Lines for the report: what a GPU showed of these cases.
};

struct LadderOptions {
  std::int64_t tile = 32;
  double run_seconds = 10;
  bool until_failure = false;  ///< Ends with the first case that fails, which is not confirmed.
};

/// Runs `cases`; stops when going on would tell nothing new or would only hang again. Wrong cells
/// are kept for the most telling failing cases, the first few for the others.
Ladder run_ladder(CaseRunner& runner, std::span<const Case> cases, const LadderOptions& options,
                  const std::function<void(std::string_view)>& progress);

/// Drops all but a few wrong cells of all but the most telling results.
void drop_cells(std::vector<CaseResult>& results, std::int64_t tile);

/// Failing results with wrong cells, the most telling ones first, at most kDiagnosed of them: large
/// ones of several tiles a side, since most mistakes look alike on small and thin matrices.
std::vector<const CaseResult*> most_telling(std::span<const CaseResult> results, std::int64_t tile);

inline constexpr std::size_t kDiagnosed = 3;

}  // namespace warpgrade::grading
